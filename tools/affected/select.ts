import { isTest } from '../tidy/packages.ts';
import type { Tree } from '../tidy/tree.ts';
import { featureOf } from '../where/slice.ts';
import type { Change } from './change.ts';
import { type Graph, isUsed, reach, usersOf } from './graph.ts';
import { JOURNEYS, journeyName } from './journeys.ts';
import { isHarmless, ruleOf, TIERS, type Tier } from './rules.ts';
import { type ScreenEntry, screensOf } from './screens.ts';
import { standInsFor } from './stand-ins.ts';

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
  const { files, instead, additions } = standInsFor(change, repository.tree);
  const ruleFor = (path: string) => ruleOf(path, (file) => isUsed(graph, file));
  if (change.files.every((path) => isHarmless(ruleFor(path))))
    return pickEach((tier) => pick(parts[tier], [], 'only documents changed'));
  const changed = files.map((path) => ({ path, rule: ruleFor(path) })).filter(({ rule }) => !isHarmless(rule));
  const paths = changed.map(({ path }) => path);
  const found: Found = { ...follow(graph, paths, instead), additions };
  return pickEach((tier) => {
    const wide = changed.find(({ rule }) => rule.whole.includes(tier));
    return wide ? whole(parts[tier], `${wide.path}: ${wide.rule.why}`) : PICKERS[tier](found, repository, parts[tier]);
  });
}

type Found = {
  readonly changed: ReadonlySet<string>;
  /** The changed files and everything that uses them; a list of everything is used by tests only. */
  readonly reached: ReadonlySet<string>;
  /** Those reached without a file that lists everything. */
  readonly near: ReadonlySet<string>;
  /** The shipped ones among the near: a changed test reaches no journey and no trial. */
  readonly shipped: readonly string[];
  readonly features: readonly string[];
  /** Journeys that rules name. */
  readonly named: readonly string[];
  /** Numbers of the migrations that only add. */
  readonly additions: readonly number[];
};

/**
 * Files that list all routes or screens, or compose a process. Tests of the whole list do run, but a feature that reads
 * it is not the feature that has changed.
 */
const LISTS =
  /^(?:packages\/protocol\/src\/(?:staff-)?routes\.ts|apps\/web\/src\/app\/screens\.ts|apps\/server\/src\/bin\/.*)$/;

function follow(graph: Graph, changed: readonly string[], instead: readonly string[]): Omit<Found, 'additions'> {
  const first = [...changed, ...instead];
  const isList = (path: string) => LISTS.test(path) && !first.includes(path);
  const reached = reach(graph, first, (used, user) => !isList(used) || isTest(user) || LISTS.test(user));
  const near = reach(graph, first, (used) => !isList(used));
  const shipped = [...near].filter((path) => !isTest(path));
  const named = shipped.flatMap((path) => ruleOf(path, () => true).journeys ?? []);
  // The back office has features of its own under the same names.
  const ofApp = shipped.filter((path) => !path.startsWith('apps/admin/'));
  const features = new Set(ofApp.flatMap((path) => featureOf(path) ?? []));
  return { changed: new Set(changed), reached, near, shipped, named, features: [...features].sort() };
}

type Picker = (found: Found, repository: Repository, parts: readonly string[]) => Picked;

/** Unit tests of what no process of the product contains run only if something reaches them. The others are cheap. */
export const isApart = (path: string) => /^(?:tools\/(?!verify\/)|packages\/verifier\/)/.test(path);

/** Every database has a new table: the tests of the ledger and of all processes run in any case. */
const DB_CORE = /^apps\/server\/src\/(?:modules\/ledger|platform|bin)\//;
/** Of the other db tests one in so many runs where a migration only adds; its number chooses, so that they take turns. */
const TURNS = 3;

const PICKERS: Readonly<Record<Tier, Picker>> = {
  unit: ({ reached }, _, parts) =>
    pick(
      parts,
      parts.filter((path) => !isApart(path) || reached.has(path)),
      'all but tools that nothing changed reaches',
    ),
  db: ({ reached, additions }, _, parts) => {
    const product = parts.filter((path) => !path.startsWith('tools/'));
    const inTurn = new Set(product.filter((_, index) => additions.some((number) => index % TURNS === number % TURNS)));
    const isCore = (path: string) => additions.length > 0 && DB_CORE.test(path);
    return pick(
      parts,
      parts.filter((path) => reached.has(path) || isCore(path) || inTurn.has(path)),
      additions.length > 0 ? 'by imports; new tables: ledger, platform, bin, and a third of the others' : 'by imports',
    );
  },
  journeys: ({ reached, features, named }, _, parts) => {
    const isWalked = (name: string) => JOURNEYS[name]?.features.some((feature) => features.includes(feature)) ?? true;
    const isChanged = (name: string) => reached.has(`apps/e2e/${name}.spec.ts`);
    const chosen = parts.filter(
      (name) => isWalked(name) || isChanged(name) || named.includes(name) || JOURNEYS[name]?.isCore,
    );
    return pick(
      parts,
      chosen,
      [...features, parts.some(isChanged) ? 'changed journeys' : '', named.length > 0 ? 'back office' : '', 'core']
        .filter(Boolean)
        .join(', '),
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
  trials: ({ changed, near, shipped, additions }, { trials, head }, parts) => {
    const covered = shipped.filter((path) => changed.has(path) || !LISTS.test(path));
    const isTouched = ({ file, touches }: TrialPlace) =>
      near.has(file) || covered.some((path) => touches.some((start) => path.startsWith(start)));
    const isTried = (trial: TrialPlace) => isTouched(trial) || (additions.length > 0 && trial.name === SAMPLE);
    const touched = trials.filter(isTried).map(({ name }) => name);
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
