import { amountForSpeech, Button, Note } from '@app/ui';
import type { Balance } from '../../../data/account/balances.ts';
import { useText } from '../../../data/app/texts.ts';
import { CallRefused } from '../../../data/call/call-refused.ts';
import { TransferAmount } from './transfer-amount.tsx';
import { type Preview, preview, type ReadyTransfer, type TransferForm } from './transfer-form.ts';
import { TransferRoute } from './transfer-route.tsx';

type Props = {
  form: TransferForm;
  list: readonly Balance[];
  change: (form: TransferForm) => void;
  sending: { isPending: boolean; isChecking: boolean; error: Error | null };
  submit: (transfer: ReadyTransfer) => void;
};

export function TransferFormView({ form, list, change, sending, submit }: Props) {
  const text = useText();
  const { isPending, isChecking, error } = sending;
  const shown = preview(form, list);
  const refused = shown.state === 'refused' ? text(`refusal.${shown.code}`) : undefined;
  const isUnknown = error !== null && !(error instanceof CallRefused);
  return (
    <div className="flex flex-col gap-3 px-gutter pt-2 pb-4">
      <TransferRoute {...{ form, list, change }} />
      <TransferAmount
        {...{ form, list, change }}
        error={refused ?? (error instanceof CallRefused ? error.message : undefined)}
      />
      <Review shown={shown} />
      {isChecking && (
        <Note icon="convert" tone="warn">
          {text('wallet.checking')}
        </Note>
      )}
      {isUnknown && (
        <Note icon="warn" tone="warn">
          <b>{text('wallet.unknown.title')}</b> {text('wallet.unknown.text')}
        </Note>
      )}
      <Button
        tone={shown.state === 'ready' ? 'primary' : 'off'}
        size="large"
        wide
        busy={isPending}
        aria-disabled={shown.state !== 'ready'}
        onClick={() => shown.state === 'ready' && submit(shown.transfer)}
      >
        {shown.state === 'incomplete'
          ? text('wallet.submit.amount')
          : text(isUnknown ? 'wallet.unknown.again' : 'wallet.submit')}
      </Button>
    </div>
  );
}

/** Summarizes the transfer in one sentence above the button. */
function Review({ shown }: { shown: Preview }) {
  const text = useText();
  if (shown.state !== 'ready') return <p className="min-h-9 text-label" />;
  const { amount, currency, from, to } = shown.transfer;
  return (
    <p className="min-h-9 text-label text-pretty text-ink-2">
      {text('wallet.review', {
        amount: amountForSpeech(amount),
        currency,
        from: text(`wallet.account.${from}`),
        to: text(`wallet.account.${to}`),
      })}
    </p>
  );
}
