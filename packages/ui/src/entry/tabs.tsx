import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

type Tab<Value extends string> = { value: Value; label: string; count?: number };
type Props<Value extends string> = {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  end?: ReactNode;
  children?: ReactNode;
};

/** Words over one panel; arrow keys move between them. `children` is the panel of the chosen one. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, end, children }: Props<Value>) {
  return (
    <Base.Root value={value} onValueChange={(chosen: Value) => onChange(chosen)}>
      <div className="tabs">
        <Base.List className="tabs__list" aria-label={label} activateOnFocus>
          {tabs.map((tab) => (
            <Base.Tab
              key={tab.value}
              value={tab.value}
              className={tab.value === value ? 'tabs__i tabs__i--on' : 'tabs__i'}
            >
              {tab.label}
              {tab.count !== undefined && <span className="tabs__n">{tab.count}</span>}
            </Base.Tab>
          ))}
        </Base.List>
        {end}
      </div>
      {children !== undefined && (
        <Base.Panel value={value} className="tabs__panel">
          {children}
        </Base.Panel>
      )}
    </Base.Root>
  );
}
