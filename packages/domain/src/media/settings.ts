import { integer, setting } from '../reference/index.ts';

export const uploadsPerHour = setting({
  key: 'media.uploads_per_hour',
  codec: integer({ min: 1, max: 10_000 }),
  initial: 60,
  meaning: 'How many pictures one user may add within an hour.',
});
