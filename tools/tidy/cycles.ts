import type { Finding, Rule, Tree } from './tree.ts';

type Graph = Map<string, Map<string, number>>;

/**
 * Forbids import cycles at startup. `import type` is erased and `import()` runs later, so neither counts; across
 * modules and packages other rules forbid type cycles as well.
 */
export const cycles: Rule = { name: 'cycles', check: (tree: Tree) => findCycles(onlyCircles(graphOf(tree))) };

function graphOf({ sources }: Tree): Graph {
  const graph: Graph = new Map(sources.map(({ path }) => [path, new Map()]));
  for (const { path, imports } of sources)
    for (const { target, when, line } of imports)
      if (when === 'load' && target.kind === 'file' && graph.has(target.path)) graph.get(path)?.set(target.path, line);
  return graph;
}

/** Repeatedly removes files without remaining imports: without cycles nothing remains. */
function onlyCircles(graph: Graph): Graph {
  for (let before = -1; before !== graph.size; ) {
    before = graph.size;
    for (const [path, targets] of graph)
      if (![...targets.keys()].some((target) => graph.has(target))) graph.delete(path);
  }
  return graph;
}

/** Returns one finding per cycle, at the line where its first file imports the second. */
function findCycles(graph: Graph): Finding[] {
  const seen = new Set<string>();
  const findings: Finding[] = [];
  for (const start of [...graph.keys()].sort()) {
    const way = seen.has(start) ? undefined : shortestWayBack(start, graph);
    if (way === undefined) continue;
    for (const path of way) seen.add(path);
    const line = graph.get(start)?.get(way[1] ?? start) ?? 1;
    const advice = `imports itself: ${way.join(' → ')}; move what both sides need to a file of its own.`;
    findings.push({ path: start, line, advice });
  }
  return findings;
}

function shortestWayBack(start: string, graph: Graph): string[] | undefined {
  const ways = [[start]];
  const visited = new Set<string>();
  for (const way of ways)
    for (const target of graph.get(way.at(-1) ?? start)?.keys() ?? []) {
      if (target === start) return [...way, start];
      if (!visited.has(target)) ways.push([...way, target]);
      visited.add(target);
    }
  return undefined;
}
