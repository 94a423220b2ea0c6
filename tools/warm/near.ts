import { type Graph, reach } from '../affected/graph.ts';
import { JOURNEYS, journeyFile } from '../affected/journeys.ts';
import type { Selection } from '../affected/select.ts';
import { weightOf } from '../affected/weights.ts';
import { featureOf } from '../where/slice.ts';

/** Tests that `npm run t` runs of each tier, and how many of the selection it leaves to CI. */
type Near = { readonly run: readonly string[]; readonly left: number };
export type NearSelection = Readonly<Record<'unit' | 'db' | 'screens' | 'journeys', Near>>;

/** Number of files that fit into half a minute on two cores. Journeys take longest, so one is enough while editing. */
const MOST = { unit: 25, db: 3, screens: 1, journeys: 1 };

/** Picks the tests nearest to a change: direct users of the changed files first, then those further away. */
export function pickNear(
  changed: readonly string[],
  graph: Graph,
  selection: Selection,
  screenFiles: ReadonlyMap<string, readonly string[]>,
): NearSelection {
  const distance = new Map([...reach(graph, changed)].map((path, index) => [path, index]));
  const nearest = (paths: readonly string[], filesOf = (path: string): readonly string[] => [path]) => {
    const placeOf = (path: string) =>
      Math.min(...filesOf(path).map((file) => distance.get(file) ?? Number.POSITIVE_INFINITY));
    return paths.filter((path) => placeOf(path) < Number.POSITIVE_INFINITY).sort((a, b) => placeOf(a) - placeOf(b));
  };
  const cut = (found: readonly string[], most: number): Near => ({
    run: found.slice(0, most),
    left: Math.max(0, found.length - most),
  });
  return {
    unit: cut(nearest(selection.unit.chosen), MOST.unit),
    db: cut(nearest(selection.db.chosen), MOST.db),
    screens: cut(
      nearest(selection.screens.chosen, (address) => screenFiles.get(address) ?? []),
      MOST.screens,
    ),
    journeys: cut(journeysOf(changed), MOST.journeys),
  };
}

/** Returns journeys that changed or whose first feature is one of the changed files'; quickest first. */
function journeysOf(changed: readonly string[]): string[] {
  const features = new Set(changed.flatMap((path) => featureOf(path) ?? []));
  const isOfFeature = (name: string) => features.has(JOURNEYS[name]?.features[0] ?? '');
  const isChanged = (name: string) => changed.includes(`apps/e2e/${name}.spec.ts`);
  const names = Object.keys(JOURNEYS).filter((name) => isChanged(name) || isOfFeature(name));
  return names.sort((a, b) => weightOf(journeyFile(a)) - weightOf(journeyFile(b)));
}
