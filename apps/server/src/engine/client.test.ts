import type { Amount, Price } from '@app/money';
import { engineRequest, placeCommand, readCommand, SPOT_COMMANDS } from '@app/protocol/engine';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { newKey } from '../../test/new-key.ts';
import type { Bus } from '../platform/bus/bus.ts';
import { type CommandSource, createEngineClient } from './client.ts';

const NOW_MS = Date.now();
const FIELDS = {
  market: 3,
  request: { kind: 'limit', side: 'buy', price: 5n as Price, quantity: (10n ** 37n) as Amount, force: 'gtc' },
} as const;
const source = (): CommandSource => ({
  userId: 2n ** 63n - 1n,
  key: newKey(),
  route: 'POST /coin/trade',
  body: '[["a","1"]]',
});

/** A client whose leader gives this reply, and what the leader received. */
function clientOf(reply: unknown) {
  const received: unknown[] = [];
  const request: Bus['request'] = (_subject, question) => {
    received.push(JSON.parse(JSON.stringify(question))); // As the bus carries it.
    return Promise.resolve(reply);
  };
  const client = createEngineClient({ request } as Bus, () => NOW_MS); // It uses nothing else of the bus.
  return { received, place: () => client.request('spot.demo', source(), placeCommand, FIELDS) };
}

describe('the client of an engine', () => {
  it('sends a command that its leader reads as it was meant', async () => {
    const { received, place } = clientOf({ ok: {} });
    await place();
    const { name, fields, ...request } = z.decode(engineRequest, received[0] as never);
    expect(readCommand(SPOT_COMMANDS, name, fields)).toEqual({ name: 'spot.place', ...FIELDS });
    const { userId: user, route } = source();
    expect(request).toMatchObject({ user, route, notAfterMs: NOW_MS + 5_000 });
    // SHA-256 of `spot.demo:[["a","1"]]`: records of earlier versions hold the same.
    expect(request.hash).toBe('ee72cd985e95b582deeab9e198f5009c6ef0d7c8e41809101ca7770153c1c2fa');
  });

  it('passes an answer on as it is', async () => {
    const answer = { id: '1', status: 'open' };
    expect(await clientOf({ ok: answer }).place()).toEqual(answer);
    expect(await clientOf({ ok: null }).place()).toBeNull();
  });

  it('throws what the leader refuses, with its parameters', async () => {
    const { place } = clientOf({ refused: 'below_minimum', params: { minimum: '5' } });
    await expect(place()).rejects.toMatchObject({ code: 'below_minimum', params: { minimum: '5' } });
  });

  it.each([
    null,
    'text',
    7,
    [[]],
    {},
    { refused: 'made_up' },
    { refused: 'toString' },
    { refused: 'not_found', params: 1 },
  ])('given the reply %j, then the result is unknown', async (reply) => {
    await expect(clientOf(reply).place()).rejects.toMatchObject({ code: 'result_unknown' });
  });
});
