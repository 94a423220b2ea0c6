import { integer, setting } from '../reference/index.ts';

export const loosenAfter = setting({
  key: 'limits.loosen_after_hours',
  codec: integer({ min: 1, max: 24 * 30 }),
  initial: 24,
  meaning: 'How long a looser personal limit waits before it holds.',
});
