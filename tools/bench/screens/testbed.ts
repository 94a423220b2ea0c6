import type { AddressInfo } from 'node:net';
import { openQuotes } from '@app/server/modules/market';
import type { Bus } from '@app/server/platform/bus';
import { createGateway, type Gateway } from '@app/server/platform/gateway';
import { answerHealth, listen } from '@app/server/platform/process';
import { pino } from 'pino';
import { createMovingBoard } from '../fanout/moving-board.ts';

export type Testbed = { readonly url: string; stop(): Promise<void> };

const silence: Bus = {
  publish: () => {},
  listen: () => () => {},
  request: () => Promise.reject(new Error('no responder')),
  respond: () => () => {},
  opened: () => Promise.resolve(),
  isUp: () => true,
  close: () => Promise.resolve(),
};

/** Opens the real gateway on a board where every market moves so many times a second and each move is sent at once. */
export async function openTestbed(
  markets: readonly { readonly id: number; readonly symbol: string }[],
  framesASecond: number,
): Promise<Testbed> {
  const { board, end } = createMovingBoard({ markets, everyMs: 1_000 / framesASecond });
  const server = await listen(answerHealth([]), { port: 0 });
  const gateway: Gateway = createGateway({
    server,
    bus: silence,
    log: pino({ level: 'silent' }),
    origins: [],
    findCaller: () => Promise.resolve(undefined),
    findSessions: () => Promise.resolve(new Map()),
    channels: (name, onUpdate) =>
      name === 'quotes'
        ? { ok: true, value: { ...openQuotes(board, onUpdate), framesASecond } }
        : { ok: false, code: 'not_found' },
  });
  const stop = async () => {
    end();
    await gateway.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}
