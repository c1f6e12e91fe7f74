"""What packs declare, form by form: cards, layouts, payments, names, looks, scenarios."""
