import type { ComponentType } from 'react';
import { lazyOnce } from './lazy-once.ts';
import type { SlotName, SlotProps } from './slot-props.ts';
import { loadTexts, type TextFeature } from './texts.ts';

/** A panel that a feature offers: its words and its component are fetched when a screen shows the slot. */
type PanelPart<Name extends SlotName> = {
  readonly texts: readonly TextFeature[];
  readonly load: () => Promise<{ default: ComponentType<SlotProps[Name]> }>;
};
export type PartTable = { readonly [Name in SlotName]?: PanelPart<Name> };

type AnyPart = { readonly texts: readonly TextFeature[]; readonly load: () => Promise<{ default: unknown }> };

const parts = new Map<SlotName, () => Promise<unknown>>();

/** The component with its words, the same promise for every drawing. */
export function partOf(name: SlotName, { load, texts }: AnyPart): Promise<unknown> {
  const fetchPart = async () => (await Promise.all([load(), loadTexts(texts)]))[0].default;
  const part = parts.get(name) ?? lazyOnce(fetchPart);
  parts.set(name, part);
  return part();
}
