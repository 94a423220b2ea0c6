import type { ComponentType } from 'react';
import { lazyOnce } from '../../lib/lazy-once.ts';
import type { SlotName, SlotProps } from './slot-props.ts';
import { loadTexts, type TextFeature } from './texts.ts';

/** A panel that a feature offers: its texts and component are fetched when a screen shows the slot. */
type PanelPart<Name extends SlotName> = {
  readonly texts: readonly TextFeature[];
  readonly load: () => Promise<{ default: ComponentType<SlotProps[Name]> }>;
};
export type PartTable = { readonly [Name in SlotName]?: PanelPart<Name> };

type AnyPart = { readonly texts: readonly TextFeature[]; readonly load: () => Promise<{ default: unknown }> };

const parts = new Map<SlotName, () => Promise<unknown>>();

/** Loads the component with its texts; returns the same promise for every render. */
export function partOf(name: SlotName, { load, texts }: AnyPart): Promise<unknown> {
  const fetchPart = async () => (await Promise.all([load(), loadTexts(texts)]))[0].default;
  const part = parts.get(name) ?? lazyOnce(fetchPart);
  parts.set(name, part);
  return part();
}
