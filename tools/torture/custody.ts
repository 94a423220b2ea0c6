import { setTimeout as pause } from 'node:timers/promises';
import { type FreshDatabase, freshDatabase, setSettings } from '@app/testkit';
import { startPrivateServices } from '../services/private-services.ts';
import { type Below, seeded } from '../trial/random.ts';
import type { Trial } from '../trial/trial.ts';
import { compare, compareHeld, readExpected } from './custody/audit.ts';
import { type Books, openBooks } from './custody/books.ts';
import { type Played, playMove, type Stage } from './custody/chain-play.ts';
import { NEVER, STEPS } from './custody/custody-process.ts';
import { compareOutgoing } from './custody/outgoing.ts';
import { PROVOCATIONS } from './custody/provocations.ts';
import { restoreBackup } from './custody/restored.ts';
import { disturb, openScene, type Scene } from './custody/scene.ts';
import { isTooEarly, untilEnded, untilReplaced, untilSettled } from './custody/settle.ts';
import { CONFIRMATIONS, DEPTH_MAX, FAULTS, type Fault, FINAL_CONFIRMATIONS, RESTORED } from './custody/terms.ts';
import { list } from './rig.ts';

type Size = {
  readonly moves: number;
  /** Goes on for so long while custody has not died often enough at each step. */
  readonly movesMax: number;
  readonly killsEach: number;
  /** One in so many steps; the seed draws which. */
  readonly stepsOneIn: number;
  /** How long a node is silent at the end of the moves. */
  readonly outageMs: number;
};

const LONG = {
  moves: 1_000,
  movesMax: 5_000,
  killsEach: 30,
  stepsOneIn: 1,
  outageMs: 60_000,
  faults: Number.POSITIVE_INFINITY,
};
/** A short run tries some of the faults; the seed picks them. */
const SHORT = { moves: 32, movesMax: 32, killsEach: 1, stepsOneIn: 3, outageMs: 0, faults: 1 };
/** Before a fault is provoked: custody has been at work. */
const CONTROL: Size = { moves: 5, movesMax: 5, killsEach: 0, stepsOneIn: 1, outageMs: 0 };
/** Usually custody follows before the next move; now and then it is behind by several. */
const ONE_IN_IS_HASTY = 4;
/** In rounds of custody, which a busy machine does not stretch. An injected fault may never settle. */
const ROUNDS_TO_FOLLOW = 6;
const ROUNDS_OF_FAULT = 50;
/** Generous: on a busy machine the chain is followed slowly, not wrongly. */
const MS_MAX = { follow: 20_000, settle: 240_000 };
/** An injected fault may never end. */
const BLOCKS_TO_END = { sound: 500, fault: 10 };
const MOVES_A_LINE = 100;
const OUTAGE_PAUSE_MS = 2_000;

type Run = {
  readonly played: Played;
  readonly kills: ReadonlyMap<string, number>;
  /** Steps at which custody has not died often enough. */
  readonly missing: readonly string[];
  readonly wrongs: ReadonlyMap<string, number>;
  readonly credited: number;
  readonly reversed: number;
  readonly paid: number;
  readonly swept: number;
};

/** W-rules of deposits and withdrawals: chain and books are equal, whatever the chain takes back and wherever custody dies. */
export const custodyTorture: Trial = {
  name: 'custody',
  claim:
    'deposits equal the chain, each credited once and not before its confirmations, every withdrawal leaves once, sweeps lose nothing, and chain and books never differ, while blocks are replaced, tokens and nodes lie, custody is killed at every step, and a backup is restored',
  touches: [
    'apps/server/src/modules/custody/',
    'apps/server/src/modules/deposit/',
    'apps/server/src/modules/ledger/',
    'apps/server/src/modules/reconciliation/',
    'apps/server/src/modules/sweep/',
    'apps/server/src/modules/withdrawal/',
    'apps/server/src/platform/db/',
    'packages/domain/src/deposit/',
    'packages/domain/src/reconciliation/',
    'packages/domain/src/withdrawal/',
  ],
  seconds: 80,
  longSeconds: 1_700,
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
      const { wrongs, missing, ...did } = sound;
      const isBusy = did.credited > 0 && did.reversed > 0 && did.paid > 0 && did.swept > 0;
      const isKilled = short || missing.length === 0;
      return {
        holds: wrongs.size === 0 && isKilled && isBusy && found.length === tried.length,
        figure: `${describe(sound).join('; ')}; faults found ${found.length} of ${tried.length}`,
      };
    } finally {
      await services.stop();
    }
  },
};

const describe = ({ played, kills, wrongs, credited, reversed, paid, swept }: Run) => [
  Object.entries(played)
    .map(([what, n]) => `${n} ${what === 'sentAgain' ? 'sent again' : what}`)
    .join(', '),
  `killed ${[...kills].map(([step, n]) => `${step} ${n}`).join(', ')}`,
  `${credited} credited, ${reversed} reversed, ${paid} paid out, ${swept} sweeps; ${wrongs.size === 0 ? 'equal to the chain' : list(wrongs)}`,
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
  const steps = STEPS.filter((_, index) => index % size.stepsOneIn === seed % size.stepsOneIn);
  const books = await openBooks(database, { scene, below, fault, kills: { steps, each: size.killsEach } });
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
  custody.keepAlive();
  const rounds = fault === undefined ? Number.POSITIVE_INFINITY : ROUNDS_OF_FAULT;
  const settle = () => untilSettled(books, scene.chain, { rounds, ms: MS_MAX.settle });
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
  if (!(await untilEnded(books, scene.chain, BLOCKS_TO_END[fault === undefined ? 'sound' : 'fault'])))
    add(wrongs, `not settled, last error: ${custody.lastError}`, 1);
  const { paid, wrongs: compared, ...booked } = await audit(books, scene);
  for (const [wrong, n] of compared) add(wrongs, wrong, n);
  if (provoked.includes(RESTORED))
    for (const [wrong, n] of await restoreBackup(
      { adminUrl, scene, below, fault, kills: size.stepsOneIn === 1 ? { steps, each: 1 } : NEVER },
      { database, books },
    ))
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
  for (const node of scene.nodes) node.mood = 'sound';
  for (const endMs = performance.now() + size.outageMs; performance.now() < endMs; await pause(OUTAGE_PAUSE_MS)) {
    scene.nodes[0].mood = 'down';
    await playMove(stage, played);
  }
  scene.nodes[0].mood = 'sound';
  return played;
}

/** Compares what custody booked, paid and swept with the chain. */
async function audit({ root }: Books, scene: Scene) {
  const { chain, usdt, addresses } = scene;
  const userOf = new Map(addresses.map((address, index) => [address.toLowerCase(), index + 1]));
  const expected = await readExpected(chain, { usdt, userOf });
  const wrongs = await compare(root, expected);
  const { paid, units, wrongs: unpaid } = await compareOutgoing(root, { chain, usdt });
  for (const [wrong, n] of [...unpaid, ...(await compareHeld(scene, { expected, paid: units }))]) add(wrongs, wrong, n);
  const { rows } = await root.query<{ credited: number; reversed: number; swept: number }>(
    `select count(*) filter (where kind = 'deposit')::int as credited,
            count(*) filter (where kind = 'deposit.reversal')::int as reversed,
            (select count(*) from chain_sweep where kind = 'sweep' and is_success)::int as swept from ledger_transfer`,
  );
  const [{ credited, reversed, swept } = { credited: 0, reversed: 0, swept: 0 }] = rows;
  return { paid, wrongs, credited, reversed, swept };
}
