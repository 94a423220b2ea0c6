import { isTest } from '../tidy/packages.ts';
import type { Tree } from '../tidy/tree.ts';
import { featureOf } from '../where/slice.ts';
import type { Change } from './change.ts';
import { type Graph, isUsed, reach, usersOf } from './graph.ts';
import { JOURNEYS, journeyName } from './journeys.ts';
import { isHarmless, ruleOf, TIERS, type Tier } from './rules.ts';
import { type ScreenEntry, screensOf } from './screens.ts';

/** Description of a trial: its name, such as `torture kills`, its file, and the path prefixes it covers. */
export type TrialPlace = { readonly name: string; readonly file: string; readonly touches: readonly string[] };

export type Repository = {
  readonly tree: Tree;
  readonly trials: readonly TrialPlace[];
  /** Digits of the commit, which select the sample if no trial is touched. */
  readonly head: string;
};

/** What to run of a tier: test files, names of journeys and trials, addresses of screens. */
type Picked = {
  readonly chosen: readonly string[];
  readonly of: number;
  readonly why: string;
};
export type Selection = Readonly<Record<Tier, Picked>>;

/** Runs in every landing that changes more than documents, even if the change touches no trial. */
const SAMPLE = 'torture kills';

/** Selects what a change can break, tier by tier; everything if that is unknown. */
export function select(change: Change, repository: Repository): Selection {
  const parts = partsOf(repository);
  if ('all' in change) return pickEach((tier) => whole(parts[tier], change.all));
  const graph = usersOf(repository.tree);
  const ruled = change.files.map((path) => ({ path, rule: ruleOf(path, (file) => isUsed(graph, file)) }));
  const changed = ruled.filter(({ rule }) => !isHarmless(rule));
  if (changed.length === 0) return pickEach((tier) => pick(parts[tier], [], 'only documents changed'));
  const found = follow(
    graph,
    changed.map(({ path }) => path),
  );
  return pickEach((tier) => {
    const wide = changed.find(({ rule }) => rule.whole.includes(tier));
    return wide ? whole(parts[tier], `${wide.path}: ${wide.rule.why}`) : PICKERS[tier](found, repository, parts[tier]);
  });
}

type Found = {
  readonly changed: ReadonlySet<string>;
  /** The changed files and everything that uses them. */
  readonly reached: ReadonlySet<string>;
  /** The shipped ones among them: a changed test reaches no journey and no trial. */
  readonly shipped: readonly string[];
  readonly features: readonly string[];
};

function follow(graph: Graph, changed: readonly string[]): Found {
  const reached = reach(graph, changed);
  const shipped = [...reached].filter((path) => !isTest(path));
  const features = new Set(shipped.flatMap((path) => featureOf(path) ?? []));
  return { changed: new Set(changed), reached, shipped, features: [...features].sort() };
}

type Picker = (found: Found, repository: Repository, parts: readonly string[]) => Picked;

const pickTests: Picker = ({ reached }, _, parts) =>
  pick(
    parts,
    parts.filter((path) => reached.has(path)),
    'by imports',
  );

const PICKERS: Readonly<Record<Tier, Picker>> = {
  unit: pickTests,
  db: pickTests,
  journeys: ({ reached, features }, _, parts) => {
    const isWalked = (name: string) => JOURNEYS[name]?.features.some((feature) => features.includes(feature)) ?? true;
    const isChanged = (name: string) => reached.has(`apps/e2e/${name}.spec.ts`);
    const chosen = parts.filter((name) => isWalked(name) || isChanged(name) || JOURNEYS[name]?.isCore);
    return pick(
      parts,
      chosen,
      [...features, parts.some(isChanged) ? 'changed journeys' : '', 'core'].filter(Boolean).join(', '),
    );
  },
  screens: ({ changed, shipped }, { tree }, parts) => {
    const isTouched = ({ files, table }: ScreenEntry) =>
      changed.has(table) || files.some((file) => shipped.includes(file));
    const touched = new Set(
      screensOf(tree)
        .filter(isTouched)
        .map(({ address }) => address),
    );
    return pick(
      parts,
      parts.filter((address) => touched.has(address)),
      'by imports; the others in one look',
    );
  },
  trials: ({ reached, shipped }, { trials, head }, parts) => {
    const isTouched = ({ file, touches }: TrialPlace) =>
      reached.has(file) || shipped.some((path) => touches.some((start) => path.startsWith(start)));
    const touched = trials.filter(isTouched).map(({ name }) => name);
    if (touched.length > 0) return pick(parts, touched, 'touched');
    const others = parts.filter((name) => name !== SAMPLE);
    const one = others[Number.parseInt(head.slice(0, 8), 16) % others.length];
    const sample = parts.filter((name) => name === SAMPLE || name === one);
    return pick(parts, sample, 'none is touched: a sample by commit');
  },
};

/** Returns all members of each tier. */
function partsOf({ tree, trials }: Repository): Readonly<Record<Tier, readonly string[]>> {
  const paths = tree.sources.map(({ path }) => path);
  return {
    unit: paths.filter((path) => /\.test\.ts$/.test(path) && !/\.db\.test\.ts$/.test(path)),
    db: paths.filter((path) => /\.db\.test\.ts$/.test(path)),
    journeys: paths.filter((path) => /^apps\/e2e\/.*\.spec\.ts$/.test(path)).map(journeyName),
    screens: screensOf(tree).map(({ address }) => address),
    trials: trials.map(({ name }) => name),
  };
}

const pick = (parts: readonly string[], chosen: readonly string[], why: string): Picked => ({
  chosen,
  of: parts.length,
  why,
});
const whole = (parts: readonly string[], why: string): Picked => pick(parts, parts, why);

const pickEach = (pickOne: (tier: Tier) => Picked): Selection =>
  Object.fromEntries(TIERS.map((tier) => [tier, pickOne(tier)])) as Record<Tier, Picked>; // One for each tier.
