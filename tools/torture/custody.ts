import { setTimeout as pause } from 'node:timers/promises';
import { createDerivation } from '@app/server/modules/custody';
import { freshDatabase, setSettings } from '@app/testkit';
import { type LocalChain, startLocalChain } from '@app/testkit/chain';
import pg from 'pg';
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts';
import { startPrivateServices } from '../services/private-services.ts';
import { type Below, seeded } from '../trial/random.ts';
import type { Trial } from '../trial/trial.ts';
import { compare, readExpected } from './custody/audit.ts';
import { type Played, playMove } from './custody/chain-play.ts';
import { CustodyProcess } from './custody/custody-process.ts';
import { type FaultyNode, startFaultyNode } from './custody/faulty-node.ts';
import { compareOutgoing, FINAL_BLOCKS, isPaid, openOutgoing } from './custody/outgoing.ts';
import { PROVOCATIONS } from './custody/provocations.ts';
import {
  CHAIN,
  CONFIRMATIONS,
  DEPTH_MAX,
  FAULTS,
  type Fault,
  FINAL_CONFIRMATIONS,
  USERS,
  WORDS,
} from './custody/terms.ts';
import { list } from './rig.ts';

const LONG = { moves: 1_000, faults: Number.POSITIVE_INFINITY };
/** A short run tries some of the faults; the seed picks them. */
const SHORT = { moves: 32, faults: 1 };
/** Before a fault is provoked: custody has been at work. */
const MOVES_BEFORE_FAULT = 5;
/** Usually custody follows before the next move; now and then it is behind by several. */
const ONE_IN_IS_HASTY = 4;
/** In rounds of custody, which a busy machine does not stretch. An injected fault may never settle. */
const ROUNDS_TO_FOLLOW = 6;
const ROUNDS_OF_FAULT = 50;
/** Generous: on a busy machine the chain is followed slowly, not wrongly. */
const MS_MAX = { follow: 20_000, settle: 240_000 };
const ASSIGNED_MS_MAX = 60_000;
const EMAIL_HASH = `$argon2id$v=19$m=64,t=1,p=1$${'A'.repeat(22)}$${'B'.repeat(43)}`;

type Run = {
  readonly played: Played;
  readonly kills: ReadonlyMap<string, number>;
  readonly wrongs: ReadonlyMap<string, number>;
  readonly credited: number;
  readonly reversed: number;
  readonly paid: number;
};

/** W-rules of deposits: what users have is what the chain has, whatever it takes back and wherever custody dies. */
export const custodyTorture: Trial = {
  name: 'custody',
  claim:
    'deposits equal the chain, each credited once and not before its confirmations, every withdrawal leaves once, and chain and books never differ, while blocks are replaced, tokens and nodes lie, and custody is killed at every step',
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
    try {
      const all = Object.keys(FAULTS) as Fault[]; // Only own keys.
      const sound = await play(services.urls.postgres, { moves: size.moves, provoked: all, seed, print });
      for (const line of describe(sound)) print(line);
      const found: string[] = [];
      const tried = all.map((_, index) => all[(seed + index) % all.length] as Fault).slice(0, size.faults); // In range.
      for (const fault of tried) {
        const order = { fault, moves: MOVES_BEFORE_FAULT, provoked: [fault], seed: seed + 1, print };
        const { wrongs } = await play(services.urls.postgres, order);
        const isFound = wrongs.has(FAULTS[fault].finding);
        print(`control ${fault}: ${isFound ? 'found' : 'THE RIG IS BLIND'}`);
        if (isFound) found.push(fault);
      }
      const { wrongs, credited, reversed, paid } = sound;
      return {
        holds: wrongs.size === 0 && credited > 0 && reversed > 0 && paid > 0 && found.length === tried.length,
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
  readonly fault?: Fault;
  readonly moves: number;
  /** What would show these faults happens after the random moves. */
  readonly provoked: readonly Fault[];
  readonly seed: number;
  readonly print: (line: string) => void;
};

async function play(adminUrl: string, { fault, moves, provoked, seed, print }: Order): Promise<Run> {
  await using cleanUp = new AsyncDisposableStack();
  const below = seeded(seed);
  const database = await freshDatabase(adminUrl);
  const root = new pg.Client({ connectionString: database.urlOf('postgres') });
  await root.connect();
  cleanUp.defer(() => root.end());
  await setSettings(database, {
    'deposit.confirmations_erc20': CONFIRMATIONS,
    'deposit.reorganisation_depth_max': DEPTH_MAX,
    'withdrawal.confirmations_erc20': FINAL_CONFIRMATIONS,
  });
  const chain = await startLocalChain();
  cleanUp.defer(() => chain.stop());
  const usdt = await chain.deploy('LyingUsdt');
  const fake = await chain.deploy('TestUsdt');
  await chain.call(usdt, 'mint', [chain.sender.address, 10n ** 18n]);
  const hotKey = generatePrivateKey();
  const hot = privateKeyToAccount(hotKey).address;
  await chain.call(usdt, 'mint', [hot, 10n ** 15n]);
  await chain.pay(hot, 10n ** 20n);
  await chain.mine(DEPTH_MAX);
  const nodes = [await startFaultyNode(chain.url), await startFaultyNode(chain.url)] as const;
  for (const node of nodes) cleanUp.defer(() => node.stop());
  const plan = {
    url: database.urlOf('custody'),
    nodes: nodes.map(({ url }) => url),
    networkId: chain.chainId,
    usdt,
    hotKey,
    fault,
  };
  const custody = new CustodyProcess(plan, { below, mayDie: fault === undefined });
  cleanUp.defer(() => custody.stop());
  await custody.start();
  const addresses = await openAddresses(root);
  print(`custody of ${fault ?? 'the sound build'} follows the chain`);
  const outgoing = await openOutgoing({ root, database }, below);
  cleanUp.defer(() => outgoing.close());
  const stage = { chain, usdt, fake, addresses, below, outgoing };
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
  const wrongs = new Map<string, number>();
  const scene = { root, chain, custody };
  const check = async () => {
    if (await isTooEarly(root, chain)) wrongs.set('credited too early', (wrongs.get('credited too early') ?? 0) + 1);
  };
  for (let move = 0; move < moves; move++) {
    await playMove(stage, played);
    disturb(nodes, below);
    if (below(ONE_IN_IS_HASTY) > 0) await untilSettled(scene, { rounds: ROUNDS_TO_FOLLOW, ms: MS_MAX.follow });
    await check();
  }
  for (const node of nodes) node.mood = 'sound';
  custody.keepAlive();
  const settle = (isEnd = false) =>
    untilSettled(scene, {
      isEnd,
      rounds: fault === undefined ? Number.POSITIVE_INFINITY : ROUNDS_OF_FAULT,
      ms: MS_MAX.settle,
    });
  for (const provocation of provoked) {
    await settle();
    for (const step of PROVOCATIONS[provocation]({ ...stage, nodes, untilReplaced: () => untilReplaced(root) })) {
      await step();
      await untilSettled(scene, { rounds: ROUNDS_OF_FAULT, ms: MS_MAX.follow });
      await check();
    }
  }
  await chain.mine(FINAL_BLOCKS);
  if (!(await settle(true))) wrongs.set(`not settled, last error: ${custody.lastError}`, 1);
  const userOf = new Map(addresses.map((address, index) => [address.toLowerCase(), index + 1]));
  for (const [wrong, n] of await compare(root, await readExpected(chain, { usdt, userOf }))) wrongs.set(wrong, n);
  const { paid, wrongs: unpaid } = await compareOutgoing(root, { chain, usdt });
  for (const [wrong, n] of unpaid) wrongs.set(wrong, n);
  const { rows } = await root.query<{ credited: number; reversed: number }>(
    `select count(*) filter (where kind = 'deposit')::int as credited,
            count(*) filter (where kind = 'deposit.reversal')::int as reversed from ledger_transfer`,
  );
  const [{ credited, reversed } = { credited: 0, reversed: 0 }] = rows;
  return { played, kills: custody.kills, wrongs, credited, reversed, paid };
}

/** Gives each user an address, once custody has derived some. */
async function openAddresses(root: pg.Client): Promise<readonly `0x${string}`[]> {
  const addresses: `0x${string}`[] = [];
  for (let user = 1; user <= USERS; user++) {
    await root.query(
      `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version, country)
       values ($1, $2, $3, 'Rig', $4, 1, 'TR')`,
      [user, `user-${user}@example.org`, EMAIL_HASH, `RIG${user}`],
    );
    const address = await assignAddress(root, user);
    if (address !== addressAt(user - 1)) throw new Error(`no own address for user ${user}`);
    addresses.push(address);
  }
  return addresses;
}

/** Custody may have died in its first round, before it derived any: the next process does. */
async function assignAddress(root: pg.Client, user: number): Promise<`0x${string}` | undefined> {
  for (const endMs = performance.now() + ASSIGNED_MS_MAX; performance.now() < endMs; await pause(50)) {
    const { rows } = await root.query<{ address: `0x${string}` | null }>('select deposit_assign($1, $2) as address', [
      user,
      CHAIN,
    ]);
    if (rows[0]?.address != null) return rows[0].address;
  }
  return undefined;
}

const addressAt = createDerivation(
  CHAIN,
  mnemonicToAccount(WORDS, { path: "m/44'/60'/0'" as never }).getHdKey().publicExtendedKey,
);

/**
 * Lets one node fall silent or lie for a while. Only the first ever hides: a question to both may span two moves, and
 * where both hide the same, nothing reveals it.
 */
function disturb(nodes: readonly FaultyNode[], below: Below): void {
  const disturbed = nodes[below(nodes.length)];
  for (const node of nodes) {
    const which = node === disturbed ? below(10) : undefined;
    const lie = node === nodes[0] && which === 1 ? 'hides' : 'repeats';
    node.mood = which === 0 ? 'down' : which === 1 || which === 2 ? lie : 'sound';
  }
}

/** Whether something is credited that has too few confirmations; the chain is asked after the table. */
async function isTooEarly(root: pg.Client, chain: LocalChain): Promise<boolean> {
  const { rows } = await root.query<{ block: string }>(
    `select max(block) as block from deposit where state = 'credited'`,
  );
  const newest = Number(rows[0]?.block ?? 0);
  return newest > 0 && (await chain.head()) - newest + 1 < CONFIRMATIONS;
}

type Scene = { readonly root: pg.Client; readonly chain: LocalChain; readonly custody: CustodyProcess };

/**
 * Waits until custody has followed the chain to its head and credited what is due; `false` if it has not within so many
 * of its rounds, or within the time.
 */
async function untilSettled(
  { root, chain, custody }: Scene,
  { rounds, ms, isEnd = false }: { readonly rounds: number; readonly ms: number; readonly isEnd?: boolean },
): Promise<boolean> {
  const lastRound = custody.rounds + rounds;
  for (const endMs = performance.now() + ms; performance.now() < endMs; await pause(20)) {
    const isLast = custody.rounds > lastRound;
    const head = await chain.head();
    const { rows } = await root.query<{ settled: boolean }>(
      `select c.head = $2 and not exists (select from deposit d where d.chain = c.chain and d.state = 'seen' and d.block <= c.head - $3 + 1)
              and (select hash from deposit_block b where b.chain = c.chain and b.number = c.head) = $4 as settled
         from deposit_chain c where c.chain = $1`,
      [CHAIN, head, CONFIRMATIONS, (await chain.client.getBlock()).hash],
    );
    if (rows[0]?.settled === true && (!isEnd || (await isPaid(root, head)))) return true;
    if (isLast) return false;
  }
  return false;
}

const REPLACED_MS_MAX = 60_000;

async function untilReplaced(root: pg.Client): Promise<void> {
  for (const endMs = performance.now() + REPLACED_MS_MAX; performance.now() < endMs; await pause(50)) {
    const { rowCount } = await root.query(
      `select from chain_attempt a join chain_payment p using (chain, nonce) where p.tx_hash is null
        group by a.chain, a.nonce having count(*) > 1`,
    );
    if (rowCount !== 0) return;
  }
}
