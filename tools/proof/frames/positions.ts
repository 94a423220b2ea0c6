import { setTimeout as pause } from 'node:timers/promises';
import { newKey, sendUntilKnown } from '../../torture/journey-client.ts';

/** Positions of the measured page, and the markets they are in. */
export const POSITIONS = 20;
const MARKETS = ['BTC/USDT', 'ETH/USDT', 'BNB/USDT', 'XRP/USDT'] as const;

const MARGIN = '50000';
/** A market opens once its first prices are sealed. */
const OPEN_MS_MAX = 60_000;

/** Opens the positions of a demo user, longs and shorts alternately. */
export async function openPositions(edgeUrl: string, token: string): Promise<void> {
  const send = (path: string, fields: Record<string, string>) =>
    sendUntilKnown(`${edgeUrl}/api${path}`, fields, { authorization: token, 'idempotency-key': newKey() });
  await send('/wallet/change', { from_field: 'wallet', to_field: 'contract', currency: 'USDT', number: MARGIN });
  for (let number = 0; number < POSITIONS; number++) {
    const type = number % 2 === 0 ? 'buy' : 'sell';
    const order = { currency_name: MARKETS[number % MARKETS.length] ?? '', type, share: '2', multiple: '5' };
    const deadlineMs = performance.now() + OPEN_MS_MAX;
    for (let answer = await send('/lever/submit', order); answer.kind !== 'ok'; ) {
      if (performance.now() > deadlineMs) throw new Error(`a position was refused: ${answer.code}`);
      await pause(500);
      answer = await send('/lever/submit', order);
    }
  }
}
