import { type ReactNode, useId } from 'react';
import { Hint } from '../field.tsx';
import { Checkbox } from './checkbox.tsx';

type Props = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
  error?: string | undefined;
};

/** Renders a consent checkbox, never preselected; its text may contain links, which open without ticking it. */
export function AgreementCheck({ checked, onChange, children, error }: Props) {
  const id = useId();
  return (
    <div className={error === undefined ? 'agree' : 'agree agree--error'}>
      <Checkbox checked={checked} onChange={onChange} describedBy={error === undefined ? undefined : id}>
        {children}
      </Checkbox>
      <Hint id={id} error={error} />
    </div>
  );
}
