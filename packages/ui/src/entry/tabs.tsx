import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { tabAfter } from './tab-keys.ts';

type Tab<Value extends string> = { value: Value; label: string; count?: number };
type Props<Value extends string> = {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  end?: ReactNode;
  children?: ReactNode;
};

/**
 * Renders tabs over one panel; arrow keys move between them. `children` is the panel of the selected tab. Implemented
 * here because it is on the first screen: a library's tabs would add 13 kB to it.
 */
export function Tabs<Value extends string>({ label, tabs, value, onChange, end, children }: Props<Value>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const chosen = tabs.findIndex((tab) => tab.value === value);
  useInSight(list, chosen);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = tabAfter(event.key, Math.max(chosen, 0), tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (next === undefined || tab === undefined) return;
    event.preventDefault();
    onChange(tab.value);
    buttonAt(list, next)?.focus();
  };
  const panel = children === undefined ? undefined : `${id}-panel`;
  return (
    <>
      <div className="tabs">
        <div ref={list} className="tabs__list" role="tablist" aria-label={label} onKeyDown={onKeyDown} tabIndex={-1}>
          {tabs.map((tab, index) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              className={index === chosen ? 'tabs__i tabs__i--on' : 'tabs__i'}
              aria-selected={index === chosen}
              aria-controls={index === chosen ? panel : undefined}
              tabIndex={index === Math.max(chosen, 0) ? 0 : -1}
              onClick={() => onChange(tab.value)}
            >
              {tab.label}
              {tab.count !== undefined && <span className="tabs__n">{tab.count}</span>}
            </button>
          ))}
        </div>
        {end}
      </div>
      {panel !== undefined && (
        <div className="tabs__panel" role="tabpanel" id={panel} aria-labelledby={`${id}-${value}`}>
          {children}
        </div>
      )}
    </>
  );
}

const buttonAt = (list: RefObject<HTMLElement | null>, place: number) =>
  list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[place];

/** Width at the edges where a cut tab fades. */
const FADED_PX = 32;

/** Scrolls a tab list sideways to the selected tab, without moving the page itself. */
function useInSight(list: RefObject<HTMLElement | null>, chosen: number): void {
  useEffect(() => {
    const region = list.current;
    const tab = buttonAt(list, chosen);
    if (region === null || tab === undefined) return;
    const left = tab.offsetLeft - FADED_PX;
    const right = tab.offsetLeft + tab.offsetWidth + FADED_PX;
    if (left < region.scrollLeft) region.scrollLeft = left;
    else if (right > region.scrollLeft + region.clientWidth) region.scrollLeft = right - region.clientWidth;
  }, [list, chosen]);
}
