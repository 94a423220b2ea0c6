import type { ComponentType } from 'react';
import type { TextFeature } from './texts.ts';

/** A line of a feature's table: the specification's path and what it takes to show it. */
export type Screen = {
  readonly path: `/pages/${string}`;
  readonly access: 'public' | 'user';
  readonly texts: readonly TextFeature[];
  readonly load: () => Promise<{ default: ComponentType }>;
};
