import { BOOKS } from '@app/domain/ledger';
import { spotShard } from '@app/domain/spot';
import type { RefusalCode } from '@app/protocol';
import { parseRequest, type Reply, subjectOf } from '../src/engine/wire.ts';
import type { Bus } from '../src/platform/bus.ts';

/** Questions under a name of the world's own, like its hints: all tests of a run share one NATS. */
export const scopeQuestions = (bus: Bus, scope: string): Bus => ({
  ...bus,
  ask: (subject, question, withinMs) => bus.ask(`${scope}.${subject}`, question, withinMs),
  answer: (subject, onQuestion) => bus.answer(`${scope}.${subject}`, onQuestion),
});

const refused = (code: RefusalCode): Reply => ({ refused: code });

const REPLIES: Readonly<Record<string, Reply>> = {
  'spot.place': refused('market_closed'),
  'spot.cancel': refused('order_state_changed'),
  'spot.cancelAll': { ok: { cancelled: 0 } },
};

/** Stands where the engine's shards would: every market is closed, and nobody has anything open. For tests of the API alone. */
export function answerAsClosed(bus: Bus): void {
  for (const book of BOOKS) {
    bus.answer(subjectOf(spotShard(book)), (said, reply) =>
      reply(REPLIES[parseRequest(said)?.name ?? ''] ?? refused('internal')),
    );
  }
}
