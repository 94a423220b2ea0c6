import { Button, Field } from '@app/ui';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { readReceiptId, receiptAddress } from '../check/read-address.ts';
import { WhatIsChecked } from '../check/what-is-checked.tsx';

const STEPS = [
  ['doc', 'proof.about.receipt'],
  ['list', 'proof.about.ladder'],
  ['hash', 'proof.about.index'],
  ['link', 'proof.about.seal'],
] as const;

/** Selects the trade to check, by its number in the user's trade list. */
export function TradeForm({ isUnreadable }: { isUnreadable: boolean }) {
  const text = useText();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(isUnreadable);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const id = readReceiptId(typed);
    if (id === undefined) return setWrong(true);
    void navigate(receiptAddress(id));
  };
  return (
    <form className="grid gap-4 px-gutter pt-2 pb-6" onSubmit={submit} noValidate>
      <p className="text-body text-ink-2">{text('proof.receipt.form.about')}</p>
      <Field
        label={text('proof.receipt.form.id')}
        hint={text('proof.receipt.form.hint')}
        error={isWrong ? text('proof.receipt.form.wrong') : undefined}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setWrong(false);
        }}
        inputMode="numeric"
        autoComplete="off"
        maxLength={32}
      />
      <Button type="submit" tone="primary" wide>
        {text('proof.receipt.form.check')}
      </Button>
      <WhatIsChecked steps={STEPS} />
    </form>
  );
}
