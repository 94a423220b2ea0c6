import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createFindCaller, createFindSessions } from '@app/server/modules/auth';
import { createBoard, createHistory, openMarketChannels } from '@app/server/modules/market';
import { createSettings } from '@app/server/modules/reference';
import { openBus } from '@app/server/platform/bus';
import { openDatabase } from '@app/server/platform/database';
import { createGateway } from '@app/server/platform/gateway';
import type { OpenChannel } from '@app/server/platform/gateway-channels';
import { answerHealth, listen } from '@app/server/platform/process';
import { pino } from 'pino';
import type { Stack } from '../../stack/stack.ts';

export type FastGateway = { readonly url: string; stop(): Promise<void> };

/**
 * Opens the real gateway on the stack's database and bus, with a higher rate limit for order books: the default allows
 * ten frames a second.
 */
export async function openFastGateway(stack: Stack, framesASecond: number): Promise<FastGateway> {
  const log = pino({ level: 'silent' });
  const { db, close } = openDatabase({ url: stack.database.urlOf('app'), connectionsMax: 4, name: 'bench' }, log);
  const bus = openBus(stack.natsUrl, 'bench', log);
  const reading = { db, settings: createSettings(db) };
  const history = createHistory(randomUUID());
  const board = createBoard({ ...reading, bus, log });
  await board.ready();
  const channels = await openMarketChannels({ db, bus, log, board, history });
  const server = await listen(answerHealth([]), { port: 0 });
  const gateway = createGateway({
    server,
    bus,
    log,
    origins: [],
    channels: quickened(channels, framesASecond),
    findCaller: createFindCaller(reading, { keepsAwake: false }),
    findSessions: createFindSessions(reading),
  });
  const stop = async () => {
    await gateway.close();
    await board.close();
    await history.close();
    await bus.close();
    await close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

const quickened =
  (open: OpenChannel, framesASecond: number): OpenChannel =>
  (name, onUpdate) => {
    const opened = open(name, onUpdate);
    return opened.ok && name.startsWith('depth:') ? { ok: true, value: { ...opened.value, framesASecond } } : opened;
  };
