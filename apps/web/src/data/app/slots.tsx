import { type ComponentType, createContext, type ReactNode, use, useContext } from 'react';
import { type PartTable, partOf } from './slot-parts.ts';
import type { SlotName, SlotProps } from './slot-props.ts';

type Frame = ComponentType<{ children: ReactNode; loading?: ReactNode }>;

/** Provided once, around every page: the offered panels, and the frame that handles a panel's loading and failure. */
export const SlotTable = createContext<{ readonly parts: PartTable; readonly Frame: Frame } | undefined>(undefined);

type Props<Name extends SlotName> = { name: Name; loading?: ReactNode } & SlotProps[Name];

/** Renders another feature's panel. It loads, waits and fails independently. */
export function Slot<Name extends SlotName>({ name, loading, ...props }: Props<Name>) {
  const table = useContext(SlotTable);
  if (table === undefined) return null;
  const { parts, Frame } = table;
  return (
    <Frame {...(loading !== undefined && { loading })}>
      <Filled name={name} part={parts[name]} props={props} />
    </Frame>
  );
}

type Filling = { name: SlotName; part: Parameters<typeof partOf>[1] | undefined; props: object };

function Filled({ name, part, props }: Filling) {
  if (part === undefined) return null;
  const Shown = use(partOf(name, part)) as ComponentType<object>; // The table paired this panel with these props.
  return <Shown {...props} />;
}
