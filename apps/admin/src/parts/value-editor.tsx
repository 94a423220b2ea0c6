import { useId, useState } from 'react';
import type { Setting } from '../data/queries.ts';
import { readCountries, readText, textOf } from '../data/read-value.ts';
import { useSay } from '../data/texts.ts';

type Props = {
  form: Setting['form'];
  /** The value as JSON. */
  value: string;
  /** Receives the new value as JSON; undefined while what is entered is none. */
  onChange: (json: string | undefined) => void;
};

/** Renders the field in which a value of this form is entered. The server checks it again, by the setting's own rule. */
export function ValueEditor({ form, value, onChange }: Props) {
  const say = useSay();
  const id = useId();
  if (form.kind === 'flag')
    return (
      <label className="d-label" htmlFor={id}>
        {say('value.new')}
        <select id={id} className="d-input" defaultValue={value} onChange={(event) => onChange(event.target.value)}>
          <option value="true">{say('value.on')}</option>
          <option value="false">{say('value.off')}</option>
        </select>
      </label>
    );
  if (form.kind === 'product') return <ProductEditor value={value} onChange={onChange} />;
  return <TextEditor form={form} value={value} onChange={onChange} />;
}

function TextEditor({ form, value, onChange }: Props) {
  const say = useSay();
  const id = useId();
  const [text, setText] = useState(() => textOf(form, value));
  const change = (entered: string) => {
    setText(entered);
    onChange(readText(form, entered));
  };
  const isLong = form.kind === 'json' || form.kind === 'countries';
  return (
    <label className="d-label" htmlFor={id}>
      {say(form.kind === 'countries' ? 'value.countries' : 'value.new')}
      {isLong ? (
        <textarea id={id} className="d-input" rows={8} value={text} onChange={(event) => change(event.target.value)} />
      ) : (
        <input
          id={id}
          className="d-input"
          inputMode={form.kind === 'text' ? 'text' : 'decimal'}
          value={text}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </label>
  );
}

type ProductSwitch = { readonly open: boolean; readonly except: readonly string[] };

/** Renders where a product may be used: everywhere except in some countries, or nowhere except in some. */
function ProductEditor({ value, onChange }: Omit<Props, 'form'>) {
  const say = useSay();
  const id = useId();
  const [entered, setEntered] = useState(() => {
    const { open, except } = JSON.parse(value) as ProductSwitch; // Checked by the server.
    return { open, except: except.join(' ') };
  });
  const change = (next: typeof entered) => {
    setEntered(next);
    const except = readCountries(next.except);
    onChange(except && JSON.stringify({ open: next.open, except }));
  };
  return (
    <div className="grid gap-3">
      <label className="d-label" htmlFor={`${id}-open`}>
        {say('value.new')}
        <select
          id={`${id}-open`}
          className="d-input"
          value={String(entered.open)}
          onChange={(event) => change({ ...entered, open: event.target.value === 'true' })}
        >
          <option value="true">{say('value.open_except')}</option>
          <option value="false">{say('value.closed_except')}</option>
        </select>
      </label>
      <label className="d-label" htmlFor={`${id}-except`}>
        {say('value.countries')}
        <textarea
          id={`${id}-except`}
          className="d-input"
          rows={4}
          value={entered.except}
          onChange={(event) => change({ ...entered, except: event.target.value })}
        />
      </label>
    </div>
  );
}
