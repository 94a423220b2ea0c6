import { contractShard } from '@app/domain/contract';
import { MODES } from '@app/domain/ledger';
import { secondsShard } from '@app/domain/seconds';
import { spotShard } from '@app/domain/spot';
import type { RefusalCode } from '@app/protocol';
import { type EngineReply, engineRequest } from '@app/protocol/engine';
import * as z from 'zod/mini';
import { subjectOf } from '../src/engine/client.ts';
import type { Bus } from '../src/platform/bus/bus.ts';

/** Scopes requests to the testbed, like its hints: all tests of a run share one NATS. */
export const scopeQuestions = (bus: Bus, scope: string): Bus => ({
  ...bus,
  request: (subject, question, withinMs) => bus.request(`${scope}.${subject}`, question, withinMs),
  respond: (subject, onQuestion) => bus.respond(`${scope}.${subject}`, onQuestion),
});

const refused = (code: RefusalCode): EngineReply => ({ refused: code });

const REPLIES: Readonly<Record<string, EngineReply>> = {
  'spot.place': refused('market_closed'),
  'spot.cancel': refused('order_state_changed'),
  'spot.cancelAll': { ok: { cancelled: 0 } },
  'contract.open': refused('market_closed'),
  'contract.close': refused('order_state_changed'),
  'contract.closeAll': { ok: { closing: 0 } },
  'contract.reverse': refused('order_state_changed'),
  'contract.setStops': refused('order_state_changed'),
  'contract.cancel': refused('order_state_changed'),
  'contract.cancelAll': { ok: { cancelled: 0 } },
  'contract.addMargin': refused('order_state_changed'),
  'contract.removeMargin': refused('order_state_changed'),
  'seconds.bet': refused('market_closed'),
  'seconds.cancel': refused('order_state_changed'),
};

/** Replaces the engine's shards: every market is closed, and no user has open orders. For tests of the API alone. */
export function answerAsClosed(bus: Bus): void {
  for (const shard of MODES.flatMap((mode) => [spotShard(mode), contractShard(mode), secondsShard(mode)])) {
    bus.respond(subjectOf(shard), (payload, reply) =>
      reply(REPLIES[z.safeDecode(engineRequest, payload as never).data?.name ?? ''] ?? refused('internal')),
    );
  }
}
