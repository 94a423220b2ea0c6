import type { KeptValues } from '@app/client/storage';

/** Text sizes of an article; the second is the app's default size. */
export const TEXT_SIZES = ['small', 'normal', 'large', 'larger'] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

const NAME = 'article_text_size';

export const keptTextSize = (kept: KeptValues): TextSize =>
  TEXT_SIZES.find((size) => size === kept.read(NAME)) ?? 'normal';

export const keepTextSize = (kept: KeptValues, size: TextSize): void => kept.write(NAME, size);

/** Returns the size one step up or down, or undefined at the end. */
export const textSizeBeside = (size: TextSize, step: 1 | -1): TextSize | undefined =>
  TEXT_SIZES[TEXT_SIZES.indexOf(size) + step];
