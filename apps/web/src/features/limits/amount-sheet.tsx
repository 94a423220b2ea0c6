import type { LimitKind, StoredLimit } from '@app/domain/limits';
import { groupDigits } from '@app/money';
import { AmountField, Segmented, Sheet } from '@app/ui';
import { useState } from 'react';
import { useText } from '../../data/app/texts.ts';
import { formOf, PLACES, requestedLimit } from './amount-form.ts';
import { SaveLimit } from './save-limit.tsx';

const PRESETS = ['50', '100', '500', '1000'] as const;

type Props = { kind: Exclude<LimitKind, 'cool_off'>; stored: StoredLimit; isOpen: boolean; close: () => void };

/** Edits a daily limit, or removes it. */
export function AmountSheet({ kind, stored, isOpen, close }: Props) {
  const text = useText();
  return (
    <Sheet open={isOpen} onClose={close} title={text(`limits.${kind}`)} closeLabel={text('system.close')}>
      {isOpen && <Form {...{ kind, stored, close }} />}
    </Sheet>
  );
}

function Form({ kind, stored, close }: Omit<Props, 'isOpen'>) {
  const text = useText();
  const [form, setForm] = useState(() => formOf(stored.current));
  const hasLimit = stored.current.amount !== null;
  return (
    <>
      <p className="mb-4 text-label text-ink-2">{text(`limits.${kind}.text`)}</p>
      {hasLimit && (
        <div className="mb-3">
          <Segmented
            label={text(`limits.${kind}`)}
            value={form.isNone ? 'none' : 'limit'}
            onChange={(choice) => setForm({ ...form, isNone: choice === 'none' })}
            options={[
              { value: 'limit', label: text('limits.with') },
              { value: 'none', label: text('limits.none') },
            ]}
          />
        </div>
      )}
      {!form.isNone && (
        <AmountField
          label={text('limits.amount')}
          value={form.amount}
          places={PLACES}
          onChange={(amount) => setForm({ ...form, amount })}
          aside={<span className="text-ink-3">{text('limits.day')}</span>}
          unit={<span className="text-ink-2">USDT</span>}
          presets={PRESETS.map((amount) => ({ label: groupDigits(amount), fill: () => setForm({ ...form, amount }) }))}
        />
      )}
      <SaveLimit
        {...{ kind, stored }}
        requested={requestedLimit(form)}
        missing={text('limits.missing.amount')}
        onSaved={close}
      />
    </>
  );
}
