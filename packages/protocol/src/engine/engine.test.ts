import { FORCES, type OrderRequest, SIDES } from '@app/domain/spot';
import type { Amount, Price } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { toOrderFields, toOrderRequest } from '../spot/index.ts';
import {
  cancelAllCommand,
  encodeCommand,
  engineReply,
  engineRequest,
  placeCommand,
  readCommand,
  SPOT_COMMANDS,
} from './index.ts';

const decimals = fc.bigInt({ min: 1n, max: 10n ** 37n });
const prices = decimals.map((value) => value as Price);
const amounts = decimals.map((value) => value as Amount);
const requests: fc.Arbitrary<OrderRequest> = fc.oneof(
  fc.record({
    kind: fc.constant('limit' as const),
    side: fc.constantFrom(...SIDES),
    price: prices,
    quantity: amounts,
    force: fc.constantFrom(...FORCES),
  }),
  fc.record({ kind: fc.constant('market' as const), side: fc.constant('sell' as const), quantity: amounts }),
  fc.record({ kind: fc.constant('market' as const), side: fc.constant('buy' as const), budget: amounts }),
);
const sent = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));

describe('an order request', () => {
  it('survives the fields of the HTTP call', () => {
    fc.assert(
      fc.property(requests, (request) => {
        expect(toOrderRequest(toOrderFields(request))).toEqual(request);
      }),
    );
  });

  it('survives the command to the engine', () => {
    fc.assert(
      fc.property(requests, fc.nat(), (request, market) => {
        const { name, fields } = sent(encodeCommand(placeCommand, { market, request }));
        expect(readCommand(SPOT_COMMANDS, name, fields)).toEqual({ name, market, request });
      }),
    );
  });
});

const LIMIT = { kind: 'limit', side: 'buy', price: '1', quantity: '1', force: 'gtc' };

describe('an engine command', () => {
  it.each([
    ['an unknown name', 'spot.steal', {}],
    ['no fields', placeCommand.name, null],
    ['a market that is no number', placeCommand.name, { market: '1', request: LIMIT }],
    ['a negative price', placeCommand.name, { market: 1, request: { ...LIMIT, price: '-1' } }],
    ['a quantity of zero', placeCommand.name, { market: 1, request: { ...LIMIT, quantity: '0' } }],
    ['an amount as a number', placeCommand.name, { market: 1, request: { ...LIMIT, quantity: 1 } }],
    ['another side', placeCommand.name, { market: 1, request: { ...LIMIT, side: 'hold' } }],
    ['a limit without a force', placeCommand.name, { market: 1, request: { ...LIMIT, force: undefined } }],
    [
      'a market sale with a budget',
      placeCommand.name,
      { market: 1, request: { kind: 'market', side: 'sell', budget: '1' } },
    ],
    ['an id that is no text', 'spot.cancel', { order: 1 }],
    ['another reason', cancelAllCommand.name, { reason: 'fun' }],
  ])('given %s, when it is read, then it throws', (_what, name, fields) => {
    expect(() => readCommand(SPOT_COMMANDS, name, fields)).toThrow();
  });
});

const REQUEST = {
  name: 'spot.place',
  user: '7',
  key: '01900000-0000-7000-8000-000000000001',
  route: 'POST /coin/trade',
  hash: 'ab'.repeat(32),
  notAfterMs: 1_800_000_000_000,
  fields: {},
  trace: 'a-1',
};
const read = (payload: unknown) => z.safeDecode(engineRequest, payload as never).success; // Any input.

describe('a request to a shard', () => {
  it('is read with or without a trace', () => {
    const { trace: _trace, ...rest } = REQUEST;
    expect([REQUEST, rest].map(read)).toEqual([true, true]);
  });

  it.each([
    null,
    'text',
    {},
    { ...REQUEST, user: '0' },
    { ...REQUEST, user: 7 },
    { ...REQUEST, key: 'not-a-key' },
    { ...REQUEST, hash: 'ab' },
    { ...REQUEST, notAfterMs: 1.5 },
    { ...REQUEST, trace: 'a'.repeat(65) },
  ])('given %j, when it is read, then it is refused', (payload) => {
    expect(read(payload)).toBe(false);
  });
});

describe('a reply of a shard', () => {
  it.each([
    [{ ok: { id: '1' } }, true],
    [{ ok: null }, true],
    [{ refused: 'not_found' }, true],
    [{ refused: 'below_minimum', params: { minimum: '5' } }, true],
    [{ refused: 'made_up' }, false],
    [{ refused: 'toString' }, false],
    [{}, false],
    [null, false],
  ])('given %j, when it is read, then %s', (payload, isOne) => {
    expect(z.safeDecode(engineReply, payload as never).success).toBe(isOne);
  });
});
