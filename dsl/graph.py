"""Ways through a graph of names: which names lead back to each other, and by which shortest way."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Set

Graph = Mapping[str, Set[str]]
MOST_TRIED = 100


def connected_groups(graph: Graph) -> list[set[str]]:
    """The groups of names that all lead to each other (Tarjan's way, without recursion)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    on_stack: set[str] = set()
    groups: list[set[str]] = []
    work: list[tuple[str, Iterator[str]]] = []

    def enter(name: str) -> None:
        number[name] = low[name] = len(number)
        stack.append(name)
        on_stack.add(name)
        work.append((name, iter(sorted(graph[name] & graph.keys()))))

    for root in graph:
        if root not in number:
            enter(root)
        while work:
            name, rest = work[-1]
            follower = next(rest, None)
            if follower is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[name])
                if low[name] == number[name]:
                    group = {stack.pop()}
                    while name not in group:
                        group.add(stack.pop())
                    groups.append(group)
                    on_stack -= group
            elif follower not in number:
                enter(follower)
            elif follower in on_stack:
                low[name] = min(low[name], number[follower])
    return groups


def shortest_circle(graph: Graph) -> list[str] | None:
    """The names on a shortest way from a name back to itself, or None where there is no way back. Where very many lead
    to each other, only ways from some of them are tried."""
    for name, targets in graph.items():
        if name in targets:
            return [name]
    best: list[str] | None = None
    for group in connected_groups(graph):
        for start in sorted(group)[:MOST_TRIED] if len(group) > 1 else ():
            found = _way_back(graph, start)
            if best is None or len(found) < len(best):
                best = found
            if len(best) == 2:
                return best
    return best


def _way_back(graph: Graph, start: str) -> list[str]:
    """A shortest way from a name that is on a circle back to it."""
    before: dict[str, str] = {}
    waiting = deque([start])
    while start not in before:
        name = waiting.popleft()
        for target in sorted(graph[name] & graph.keys()):
            if target not in before:
                before[target] = name
                waiting.append(target)
    way = [before[start]]
    while way[-1] != start:
        way.append(before[way[-1]])
    return way[::-1]
