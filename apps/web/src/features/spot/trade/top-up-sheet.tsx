import { shownPlaces } from '@app/domain/wallet';
import { showAmount } from '@app/money';
import { AmountField, Button, buttonClass, Facts, Note, Sheet } from '@app/ui';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { CallRefused } from '../../../data/call/call-refused.ts';
import { useTopUp } from './use-top-up.ts';

type Props = { currency: string; isOpen: boolean; close: () => void };

/** Transfers money from the wallet, where deposits arrive, to spot, where it trades. */
export function TopUpSheet({ currency, isOpen, close }: Props) {
  const text = useText();
  return (
    <Sheet
      open={isOpen}
      onClose={close}
      title={text('spot.form.move.title', { currency })}
      closeLabel={text('system.close')}
    >
      {isOpen && <Body key={currency} currency={currency} close={close} />}
    </Sheet>
  );
}

function Body({ currency, close }: Omit<Props, 'isOpen'>) {
  const text = useText();
  const topUp = useTopUp(currency, close);
  if (topUp.inWallet === 0n) return <Nothing currency={currency} />;
  const { error, isChecking, isPending, after } = topUp;
  const isUnknown = error !== null && !(error instanceof CallRefused);
  const amount = (value: typeof after) => `${showAmount(value, shownPlaces(currency))} ${currency}`;
  return (
    <div className="grid gap-3">
      <AmountField
        label={text('spot.form.move.amount')}
        value={topUp.typed}
        places={topUp.places}
        onChange={topUp.type}
        aside={null}
        unit={<span className="text-body text-ink-2">{currency}</span>}
        presets={topUp.presets.map(({ share, fill }) => ({
          label: share === 100 ? text('spot.form.max') : `${share}%`,
          fill,
        }))}
        error={topUp.isTooMuch ? text('refusal.insufficient_balance') : refusedWith(error)}
      />
      <Facts
        facts={[
          [text('spot.form.move.from'), amount(topUp.inWallet)],
          [text('spot.form.move.to'), amount(after)],
        ]}
      />
      {(isChecking || isUnknown) && (
        <Note icon="warn" tone="warn">
          {text(isChecking ? 'spot.form.move.checking' : 'spot.form.move.unknown')}
        </Note>
      )}
      <Button tone="primary" wide busy={isPending} aria-disabled={!topUp.isReady} onClick={topUp.go}>
        {text(topUp.isEmpty ? 'spot.form.move.fill' : isUnknown ? 'spot.form.again' : 'spot.form.move.go')}
      </Button>
    </div>
  );
}

const refusedWith = (error: Error | null) => (error instanceof CallRefused ? error.message : undefined);

function Nothing({ currency }: { currency: string }) {
  const text = useText();
  return (
    <div className="grid gap-4">
      <p className="text-body text-ink-2">{text('spot.form.move.none', { currency })}</p>
      <Link className={buttonClass({ tone: 'primary', wide: true })} to="/pages/fund/transfer?to=exchange" replace>
        {text('spot.form.move.elsewhere')}
      </Link>
    </div>
  );
}
