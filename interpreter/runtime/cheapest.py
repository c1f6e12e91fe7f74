"""The least price of goods when one unlimited market sells every good: a greedy matching, built for speed.

An item needs a number of units of each good. Some units are at hand, some may be skipped, and the rest must be bought.
"""


def cheapest(
    need: tuple[int, ...],
    fixed: tuple[int, ...],
    choices: tuple[int, ...],
    waived: int,
    unit: tuple[int, ...],
) -> int:
    """Return the least total when every missing unit of good g can be bought at unit[g] >= 0.

    The masks in choices may overlap in any way but must not name goods beyond the length of need.

    The sets of units that the choices can supply together are the independent sets of a matroid, so taking
    the dearest units first is optimal whatever the masks. Waivers fit any unit: they only enlarge that
    matroid, and are best spent on the dearest units which the greedy matching left over.
    """
    # Plain loops and zip without strict: this function is called for every item on every turn.
    if choices:
        if len(choices) == 1 and not waived:
            return _one_choice(need, fixed, choices[0], unit)
        prices = _unmatched(_missing_units(need, fixed, unit), choices, len(need))
    elif waived:
        prices = []
        for wanted, own, price in zip(need, fixed, unit):  # noqa: B905
            if wanted > own:
                prices += [price] * (wanted - own)
    else:
        total = 0
        for wanted, own, price in zip(need, fixed, unit):  # noqa: B905
            if wanted > own:
                total += (wanted - own) * price
        return total
    if waived:
        if waived >= len(prices):
            return 0
        prices.sort()
        del prices[-waived:]
    return sum(prices)


def _one_choice(need: tuple[int, ...], fixed: tuple[int, ...], choice: int, unit: tuple[int, ...]) -> int:
    """Return the least total with a single source: it supplies the dearest missing unit that it can."""
    total = saved = 0
    bit = 1
    for wanted, own, price in zip(need, fixed, unit):  # noqa: B905
        if wanted > own:
            total += (wanted - own) * price
            if price > saved and choice & bit:
                saved = price
        bit += bit
    return total - saved


def _missing_units(need: tuple[int, ...], fixed: tuple[int, ...], unit: tuple[int, ...]) -> list[int]:
    """List the missing units that cost something, dearest first.

    A unit is coded as its good's bit with the price above all goods' bits: the codes sort by price, and a
    mask of goods can be tested against a code directly.
    """
    units: list[int] = []
    code = 1 << len(need)
    bit = 1
    for wanted, own, price in zip(need, fixed, unit):  # noqa: B905
        if wanted > own and price:
            units += [price * code + bit] * (wanted - own)
        bit += bit
    if len(units) > 1:
        units.sort(reverse=True)
    return units


def _unmatched(units: list[int], choices: tuple[int, ...], shift: int) -> list[int]:
    """Return the prices of the units that the choices cannot supply when the dearest are served first."""
    idle = list(choices)
    busy: list[tuple[int, int]] = []  # (mask of the source, code of the unit that it supplies)
    left = []
    failed = 0
    for code in units:
        for source in idle:
            if source & code:
                idle.remove(source)
                busy.append((source, code))
                break
        else:
            # No idle source fits; perhaps one can relieve a source that does. Once that fails for a good it
            # always will, and equal units follow each other.
            if code == failed or not (idle and busy and _rearrange(code, idle, busy)):
                left.append(code >> shift)
                failed = code
    return left


def _rearrange(code: int, idle: list[int], busy: list[tuple[int, int]]) -> bool:
    """Try to supply one more unit along a shortest augmenting path; update both lists on success."""
    parent = {}  # position in busy -> position whose unit it would take over (-1: the new unit)
    queue = [(-1, code)]
    for position, wanted in queue:
        for other, (source, supplied) in enumerate(busy):
            if other in parent or not source & wanted:
                continue
            parent[other] = position
            for spare in idle:
                if spare & supplied:
                    idle.remove(spare)
                    _shift(other, spare, code, parent, busy)
                    return True
            queue.append((other, supplied))
    return False


def _shift(position: int, spare: int, code: int, parent: dict[int, int], busy: list[tuple[int, int]]) -> None:
    """Hand the units along the path: the idle source relieves `position`, which relieves its parent..."""
    while position >= 0:
        source, supplied = busy[position]
        busy[position] = (spare, supplied)
        spare = source
        position = parent[position]
    busy.append((spare, code))
