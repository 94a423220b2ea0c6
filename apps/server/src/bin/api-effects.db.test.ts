import { beforeAll, describe, expect, it } from 'vitest';
import { MONEY } from '../../test/access-expectations.ts';
import { type ApiTestbed, openApiTestbed } from '../../test/api-testbed.ts';
import { goodRequest, routeNamed } from '../../test/good-requests.ts';
import { uploadPictures } from '../../test/kyc-testbed.ts';
import { newKey } from '../../test/new-key.ts';
import { addReviewedPayout, addUsableBank } from '../../test/payout-rows.ts';
import {
  addAddress,
  addBet,
  addPosition,
  addQuote,
  giveTradePassword,
  newPerson,
  type Person,
  proveCall,
} from '../../test/people.ts';
import { addChain, addReviewed, addSender, addUsableAddress } from '../../test/withdrawal-rows.ts';
import type { Engine } from '../engine/client.ts';
import { once } from '../platform/db/idempotency.ts';
import type { Transact } from '../platform/db/transact.ts';

/**
 * When armed, makes the next commit that writes an idempotency record fail afterwards, as a defect behind the commit
 * would.
 */
let isArmed = false;
let testbed: ApiTestbed;

beforeAll(async () => {
  testbed = await openApiTestbed((deps) => {
    const transact = failingAfterCommit(deps.transact);
    return { ...deps, transact, engine: recordingEngine(transact, deps.transact) };
  });
  await addChain(testbed.root);
  await addSender(testbed.root);
  await testbed.root.query(
    `insert into ledger_account (owner, kind, currency, book, floored, floor, available)
     values ('house:convert', 'inventory', 'BTC', 'real', true, 0, 1)`,
  );
});

function failingAfterCommit(transact: Transact): Transact {
  return async (work) => {
    let hasRecorded = false;
    const value = await transact(async (tx) => {
      const done = await work(tx);
      hasRecorded = typeof done === 'object' && done !== null && 'replayed' in done && !done.replayed;
      return done;
    });
    if (isArmed && hasRecorded) {
      isArmed = false;
      throw new Error('a defect after COMMIT');
    }
    return value;
  };
}

const CANCELLED = { id: '1', cancelled: 0, closing: 0 };

/**
 * Executes a command as an engine does: an effect and its record in one transaction, under the caller's key. What a
 * reset closes first does not count as an effect of the request itself.
 */
const recordingEngine = (failing: Transact, sound: Transact): Engine => ({
  request: async (_shard, { userId, key, route, body }) => {
    const { answer } = await once(route === 'demo reset' ? sound : failing, { key, userId, route, body }, () =>
      Promise.resolve(CANCELLED),
    );
    return answer as never; // One answer for every command.
  },
});

type Proof = { readonly challenge?: string };

/** Proves the call where it needs step-up. A replay sends the same proof, which is consumed by then. */
async function proofOf(name: string, person: Trader): Promise<Proof> {
  const [, route] = routeNamed(name);
  if (route.stepUp === undefined) return {};
  if (route.stepUp.policy !== 'account') await giveTradePassword(testbed, person.id);
  return { challenge: await proveCall(testbed, person, route, fieldsOf(name, person)) };
}

/** Fields of a call that works, with the objects of this user. */
function fieldsOf(
  name: string,
  { order, quote, address, destination, withdrawal, payout, position, bet, pictures, voucher }: Trader,
): Readonly<Record<string, unknown>> {
  const deals = ['closeDeal', 'setStops', 'cancelDeal', 'addMargin', 'removeMargin', 'reverseDeal'];
  const own: Readonly<Record<string, object>> = {
    ...Object.fromEntries(deals.map((it) => [it, { id: position }])),
    cancelBet: { id: bet },
    cancelOrder: { id: String(order) },
    convert: { quote_id: quote },
    editAddress: { id: address },
    submitIdentity: pictures,
    claimDeposit: { voucher },
    withdraw: { address_id: destination },
    cancelWithdrawal: { id: withdrawal },
    cancelPayout: { id: payout },
  };
  return { ...goodRequest(routeNamed(name)), ...own[name] };
}

const send = async (name: string, person: Trader & Proof, key: string) => {
  const { token, challenge } = person;
  const [, route] = routeNamed(name);
  const response = await testbed.http.app.inject({
    method: route.method,
    url: `/api${route.path}`,
    headers: { authorization: token, 'idempotency-key': key },
    payload: {
      ...fieldsOf(name, person),
      ...(challenge !== undefined && { challenge }),
    },
  });
  return { status: response.statusCode, ...response.json() };
};

const countRecords = async ({ id }: Person, key: string) =>
  (await testbed.root.query(`select from idempotency where user_id = $1 and key = $2`, [id, key])).rowCount;

type Trader = Person & {
  readonly position: string;
  readonly bet: string;
  readonly order: bigint;
  readonly quote: string;
  readonly address: string;
  readonly pictures: object;
  readonly voucher: string;
  readonly destination: string;
  readonly withdrawal: string;
  readonly payout: string;
};

/** Creates a trader with money, an open order to cancel, a quote to use, and demo money to reset. */
async function newTrader(name: string): Promise<Trader> {
  const person = await newPerson(testbed, name === 'resetAccount' ? 'demo' : 'real');
  await testbed.fund(person.id, 'wallet', 'USDT', '100');
  const order = testbed.nextId();
  await testbed.root.query(
    `insert into spot_order (id, user_id, book, market, side, kind, force, price, quantity, maker_rate, taker_rate,
                               filled, cost, exact_fee, fee, held, status, key, at)
       values ($1, $2, 'real', 1, 'sell', 'limit', 'gtc', 60000, 1, 0, 0, 0, 0, 0, 0, 1, 'open', gen_random_uuid(), now())`,
    [order, person.id],
  );
  const address = name === 'editAddress' ? await addAddress(testbed, person.id) : '';
  const position = await addPosition(testbed, person.id);
  const bet = await addBet(testbed, person.id);
  const pictures = name === 'submitIdentity' ? await uploadPictures(testbed.media, person.id) : {};
  const sent = { ownerId: person.id, bytes: PICTURE, purpose: 'voucher' } as const;
  const voucher = name === 'claimDeposit' ? (await testbed.media.store(sent)).id : '';
  const destination = String(await addUsableAddress(testbed, person.id));
  const withdrawal = String(await addReviewed(testbed, person.id));
  const payout = String(await addReviewedPayout(testbed, person.id));
  if (name === 'payOut') await addUsableBank(testbed.root, person.id);
  if (name === 'withdraw' || name === 'payOut')
    await testbed.root.query('update user_account set verification = 1 where id = $1', [person.id]);
  const quote = await addQuote(testbed, person.id);
  return { ...person, order, address, destination, withdrawal, payout, position, bet, pictures, voucher, quote };
}

/** Smallest possible picture. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('an error after COMMIT', () => {
  it.each(Object.keys(MONEY))(
    '%s returns result_unknown, and the same key replays the recorded answer: one effect',
    async (name) => {
      const trader = await newTrader(name);
      const person = { ...trader, ...(await proofOf(name, trader)) };
      const key = newKey();
      isArmed = true;
      expect(await send(name, person, key)).toMatchObject({ status: 504, error: 'result_unknown' });
      expect(isArmed, 'the error was thrown').toBe(false);
      expect(await countRecords(person, key)).toBe(1);
      expect(await send(name, person, key)).toMatchObject({ status: 200, type: 'ok' });
      expect(await countRecords(person, key)).toBe(1);
      if (name === 'changeWallet') {
        const { rowCount } = await testbed.root.query(`select from wallet_change where user_id = $1`, [person.id]);
        expect(rowCount).toBe(1);
      }
      if (name === 'convert') {
        const { rowCount } = await testbed.root.query(`select from conversion where user_id = $1`, [person.id]);
        expect(rowCount).toBe(1);
      }
    },
  );
});
