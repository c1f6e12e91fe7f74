"""What is written behind names: formulas and statements, what every part of them means and whether types fit."""
