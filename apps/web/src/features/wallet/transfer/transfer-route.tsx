import { shownPlaces } from '@app/domain/wallet';
import { AmountText, Choices, Icon, IconButton, Sheet } from '@app/ui';
import { availableIn, type Balance } from '../../../data/account/balances.ts';
import { useText } from '../../../data/app/texts.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { choose, OWN_ACCOUNTS, swap, type TransferForm } from './transfer-form.ts';

type Props = { form: TransferForm; list: readonly Balance[]; change: (form: TransferForm) => void };

/** Renders source and target accounts, and the button that swaps them. */
export function TransferRoute({ form, list, change }: Props) {
  const text = useText();
  return (
    <div className="route">
      <End end="from" {...{ form, list, change }} />
      <End end="to" {...{ form, list, change }} />
      <IconButton className="route__swap" label={text('wallet.swap')} onClick={() => change(swap(form))}>
        <Icon name="transfer" size={20} />
      </IconButton>
    </div>
  );
}

function End({ end, form, list, change }: Props & { end: 'from' | 'to' }) {
  const text = useText();
  const sheet = useSheet(end);
  const name = text(`wallet.account.${form[end]}`);
  const choices = OWN_ACCOUNTS.map((account) => ({
    value: account,
    label: text(`wallet.account.${account}`),
    trail: (
      <span className="row__s">
        <AmountText value={availableIn(list, account, form.currency)} places={shownPlaces(form.currency)} />
      </span>
    ),
  }));
  return (
    <>
      <button type="button" className="route__end" onClick={sheet.open} aria-haspopup="dialog">
        <span className="route__k">{text(`wallet.${end}`)}</span>
        <span className="grow truncate">{name}</span>
        <Icon name="down" size={16} />
      </button>
      <Sheet
        open={sheet.isOpen}
        onClose={sheet.close}
        title={text(`wallet.${end}.choose`)}
        closeLabel={text('system.close')}
      >
        <Choices
          label={text(`wallet.${end}.choose`)}
          choices={choices}
          value={form[end]}
          onChoose={(account) => {
            change(choose(form, end, account));
            sheet.close();
          }}
        />
      </Sheet>
    </>
  );
}
