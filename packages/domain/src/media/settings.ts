import { integer, type Setting, setting } from '../reference/index.ts';
import { OPEN_PURPOSES, type OpenPurpose, PURPOSE_RULES } from './purpose.ts';

const uploads = integer({ min: 1, max: 10_000 });

export const uploadsPerHour = setting({
  key: 'media.uploads_per_hour',
  codec: uploads,
  initial: 60,
  meaning: 'How many pictures one user may add within an hour, of all purposes together.',
});

/** How many pictures of one purpose a user may add within an hour. */
export const uploadsPerHourFor = Object.fromEntries(
  OPEN_PURPOSES.map((purpose) => [
    purpose,
    setting({
      key: `media.uploads_per_hour.${purpose}`,
      codec: uploads,
      initial: PURPOSE_RULES[purpose].uploadsPerHour,
      meaning: `How many pictures for ${purpose} one user may add within an hour.`,
    }),
  ]),
) as Readonly<Record<OpenPurpose, Setting<number>>>; // One entry per purpose.

/** At least two hours: the limits above count the files of the last one. */
export const keepUnusedHours = setting({
  key: 'media.keep_unused_hours',
  codec: integer({ min: 2, max: 720 }),
  initial: 24,
  meaning: 'After how many hours an upload that nothing uses is deleted.',
});
