import { type FreshDatabase, freshDatabase, setSettings } from '@app/testkit';
import { startPrivateServices } from '../services/private-services.ts';
import { type Below, seeded } from '../trial/random.ts';
import type { Trial } from '../trial/trial.ts';
import { compare, readExpected } from './custody/audit.ts';
import { type Books, openBooks } from './custody/books.ts';
import { type Played, playMove, type Stage } from './custody/chain-play.ts';
import { compareOutgoing, FINAL_BLOCKS } from './custody/outgoing.ts';
import { PROVOCATIONS } from './custody/provocations.ts';
import { restoreBackup } from './custody/restored.ts';
import { disturb, openScene, type Scene } from './custody/scene.ts';
import { isTooEarly, untilLeft, untilReplaced, untilSettled } from './custody/settle.ts';
import { CONFIRMATIONS, DEPTH_MAX, FAULTS, type Fault, FINAL_CONFIRMATIONS, RESTORED } from './custody/terms.ts';
import { list } from './rig.ts';

type Size = {
  readonly moves: number;
  /** Goes on for so long while custody has not died often enough at each step. */
  readonly movesMax: number;
  readonly killsEach: number;
};

const LONG = { moves: 1_000, movesMax: 5_000, killsEach: 30, faults: Number.POSITIVE_INFINITY };
/** A short run tries some of the faults; the seed picks them. */
const SHORT = { moves: 32, movesMax: 32, killsEach: 1, faults: 1 };
/** Before a fault is provoked: custody has been at work. */
const CONTROL: Size = { moves: 5, movesMax: 5, killsEach: 0 };
/** Usually custody follows before the next move; now and then it is behind by several. */
const ONE_IN_IS_HASTY = 4;
/** In rounds of custody, which a busy machine does not stretch. An injected fault may never settle. */
const ROUNDS_TO_FOLLOW = 6;
const ROUNDS_OF_FAULT = 50;
/** Generous: on a busy machine the chain is followed slowly, not wrongly. */
const MS_MAX = { follow: 20_000, settle: 240_000 };
const MOVES_A_LINE = 100;

type Run = {
  readonly played: Played;
  readonly kills: ReadonlyMap<string, number>;
  /** Steps at which custody has not died often enough. */
  readonly missing: readonly string[];
  readonly wrongs: ReadonlyMap<string, number>;
  readonly credited: number;
  readonly reversed: number;
  readonly paid: number;
};

/** W-rules of deposits and withdrawals: chain and books are equal, whatever the chain takes back and wherever custody dies. */
export const custodyTorture: Trial = {
  name: 'custody',
  claim:
    'deposits equal the chain, each credited once and not before its confirmations, every withdrawal leaves once, and chain and books never differ, while blocks are replaced, tokens and nodes lie, custody is killed at every step, and a backup is restored',
  touches: [
    'apps/server/src/modules/custody/',
    'apps/server/src/modules/deposit/',
    'apps/server/src/modules/ledger/',
    'apps/server/src/modules/reconciliation/',
    'apps/server/src/modules/withdrawal/',
    'apps/server/src/platform/db/',
    'packages/domain/src/deposit/',
    'packages/domain/src/reconciliation/',
    'packages/domain/src/withdrawal/',
  ],
  seconds: 80,
  isMoney: true,
  run: async ({ short, seed, print }) => {
    const services = await startPrivateServices('custody');
    const size = short ? SHORT : LONG;
    const adminUrl = services.urls.postgres;
    try {
      const all = Object.keys(FAULTS) as Fault[]; // Only own keys.
      const sound = await play({ adminUrl, size, provoked: all, seed, print });
      for (const line of describe(sound)) print(line);
      const found: string[] = [];
      const tried = all.map((_, index) => all[(seed + index) % all.length] as Fault).slice(0, size.faults); // In range.
      for (const fault of tried) {
        const { wrongs } = await play({ adminUrl, fault, size: CONTROL, provoked: [fault], seed: seed + 1, print });
        const isFound = wrongs.has(FAULTS[fault].finding);
        print(`control ${fault}: ${isFound ? 'found' : 'THE RIG IS BLIND'}`);
        if (isFound) found.push(fault);
      }
      const { wrongs, missing, credited, reversed, paid } = sound;
      const isKilled = short || missing.length === 0;
      return {
        holds:
          wrongs.size === 0 && isKilled && credited > 0 && reversed > 0 && paid > 0 && found.length === tried.length,
        figure: `${describe(sound).join('; ')}; faults found ${found.length} of ${tried.length}`,
      };
    } finally {
      await services.stop();
    }
  },
};

const describe = ({ played, kills, wrongs, credited, reversed, paid }: Run) => [
  Object.entries(played)
    .map(([what, n]) => `${n} ${what === 'sentAgain' ? 'sent again' : what}`)
    .join(', '),
  `killed ${[...kills].map(([step, n]) => `${step} ${n}`).join(', ')}`,
  `${credited} credited, ${reversed} reversed, ${paid} paid out; ${wrongs.size === 0 ? 'equal to the chain' : list(wrongs)}`,
];

type Order = {
  readonly adminUrl: string;
  readonly fault?: Fault;
  readonly size: Size;
  /** What would show these faults happens after the random moves. */
  readonly provoked: readonly Fault[];
  readonly seed: number;
  readonly print: (line: string) => void;
};

async function play({ adminUrl, fault, size, provoked, seed, print }: Order): Promise<Run> {
  await using cleanUp = new AsyncDisposableStack();
  const below = seeded(seed);
  const database = await openDatabase(adminUrl);
  const scene = await openScene(cleanUp);
  const books = await openBooks(database, { scene, below, fault, killsEach: size.killsEach });
  cleanUp.defer(() => books.close());
  const { custody, root } = books;
  print(`custody of ${fault ?? 'the sound build'} follows the chain`);
  const stage = { ...scene, below, outgoing: books.outgoing };
  const wrongs = new Map<string, number>();
  const check = async () => {
    if (await isTooEarly(root, scene.chain)) add(wrongs, 'credited too early', 1);
  };
  const played = await playMoves(stage, { books, scene, size, check, below, print });
  const { missing } = custody;
  for (const node of scene.nodes) node.mood = 'sound';
  custody.keepAlive();
  const rounds = fault === undefined ? Number.POSITIVE_INFINITY : ROUNDS_OF_FAULT;
  const settle = (isEnd = false) => untilSettled(books, scene.chain, { isEnd, rounds, ms: MS_MAX.settle });
  for (const provocation of provoked) {
    if (provocation === RESTORED) continue;
    await settle();
    for (const step of PROVOCATIONS[provocation]({
      ...stage,
      nodes: scene.nodes,
      untilReplaced: () => untilReplaced(root),
    })) {
      await step();
      await untilSettled(books, scene.chain, { rounds: ROUNDS_OF_FAULT, ms: MS_MAX.follow });
      await check();
    }
  }
  await untilLeft(root);
  await scene.chain.mine(FINAL_BLOCKS);
  if (!(await settle(true))) add(wrongs, `not settled, last error: ${custody.lastError}`, 1);
  const { paid, wrongs: compared, ...booked } = await audit(books, scene);
  for (const [wrong, n] of compared) add(wrongs, wrong, n);
  if (provoked.includes(RESTORED))
    for (const [wrong, n] of await restoreBackup({ adminUrl, scene, below, fault }, { database, books }))
      add(wrongs, wrong, n);
  return { played, kills: custody.kills, missing, wrongs, paid, ...booked };
}

const add = (counts: Map<string, number>, what: string, n: number) =>
  void counts.set(what, (counts.get(what) ?? 0) + n);

async function openDatabase(adminUrl: string): Promise<FreshDatabase> {
  const database = await freshDatabase(adminUrl);
  await setSettings(database, {
    'deposit.confirmations_erc20': CONFIRMATIONS,
    'deposit.reorganisation_depth_max': DEPTH_MAX,
    'withdrawal.confirmations_erc20': FINAL_CONFIRMATIONS,
  });
  return database;
}

type Moves = {
  readonly books: Books;
  readonly scene: Scene;
  readonly size: Size;
  readonly check: () => Promise<void>;
  readonly below: Below;
  readonly print: (line: string) => void;
};

/** Plays random moves on the chain while nodes fail and custody dies. */
async function playMoves(stage: Stage, { books, scene, size, check, below, print }: Moves): Promise<Played> {
  const played: Played = {
    transfers: 0,
    withdrawals: 0,
    ether: 0,
    lies: 0,
    fakes: 0,
    reorganisations: 0,
    sentAgain: 0,
    deepest: 0,
  };
  const { custody } = books;
  const isEnough = (moves: number) => moves >= size.moves && (moves >= size.movesMax || custody.missing.length === 0);
  for (let move = 0; !isEnough(move); move++) {
    await playMove(stage, played);
    disturb(scene.nodes, below);
    if (below(ONE_IN_IS_HASTY) > 0)
      await untilSettled(books, scene.chain, { rounds: ROUNDS_TO_FOLLOW, ms: MS_MAX.follow });
    await check();
    if (move % MOVES_A_LINE === MOVES_A_LINE - 1)
      print(`${move + 1} moves, killed ${[...custody.kills].map(([step, n]) => `${step} ${n}`).join(', ')}`);
  }
  return played;
}

/** Compares what custody booked and paid with the chain. */
async function audit({ root }: Books, { chain, usdt, addresses }: Scene) {
  const userOf = new Map(addresses.map((address, index) => [address.toLowerCase(), index + 1]));
  const wrongs = await compare(root, await readExpected(chain, { usdt, userOf }));
  const { paid, wrongs: unpaid } = await compareOutgoing(root, { chain, usdt });
  for (const [wrong, n] of unpaid) wrongs.set(wrong, n);
  const { rows } = await root.query<{ credited: number; reversed: number }>(
    `select count(*) filter (where kind = 'deposit')::int as credited,
            count(*) filter (where kind = 'deposit.reversal')::int as reversed from ledger_transfer`,
  );
  const [{ credited, reversed } = { credited: 0, reversed: 0 }] = rows;
  return { paid, wrongs, credited, reversed };
}
