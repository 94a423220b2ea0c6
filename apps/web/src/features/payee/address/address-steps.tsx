import { type CheckedPayee, COMPARED, isChain, NETWORKS, PAYEE_NAME } from '@app/domain/payee';
import {
  AddressText,
  Choices,
  CoinIcon,
  Facts,
  Field,
  Icon,
  IconButton,
  Note,
  SelectButton,
  Sheet,
  showToast,
} from '@app/ui';
import { useState } from 'react';
import { type Text, type TextKey, useText } from '../../../data/app/texts.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { SaveProblem } from '../parts.tsx';
import { type AddressForm, type Alike, type Coin, chooseCoin, compareAddresses, type Preview } from './address-form.ts';

type FieldsProps = {
  form: AddressForm;
  coins: readonly Coin[];
  change: (form: AddressForm) => void;
  preview: Preview;
  isAlike: boolean;
};

/** Coin, network, address and name, checked while they are entered. */
export function AddressFields({ form, coins, change, preview, isAlike }: FieldsProps) {
  const text = useText();
  const problem = preview.problem && problemText(preview.problem, text);
  const isOfName = preview.missing === 'name';
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <CoinChoice form={form} coins={coins} change={change} />
        <ChainChoice form={form} coins={coins} change={change} />
      </div>
      <p className="-mt-2 text-label text-ink-3">{text('payee.chain.hint')}</p>
      <AddressField
        form={form}
        change={change}
        problem={isOfName ? undefined : problem}
        isMalformed={preview.problem?.code === 'address_malformed'}
        isValid={!isAlike && isChecked(preview)}
      />
      <Field
        label={text('payee.name')}
        placeholder={text('payee.name.example')}
        autoComplete="off"
        value={form.name}
        onChange={(event) => change({ ...form, name: event.target.value })}
        hint={text('payee.name.hint', { maximum: PAYEE_NAME.max })}
        error={isOfName ? problem : undefined}
      />
    </>
  );
}

const problemText = ({ code, params }: NonNullable<Preview['problem']>, text: Text) =>
  text(`refusal.${code}` as TextKey, params); // A refusal of the catalogue.

/** Whether the address itself is right, whatever else is missing. */
const isChecked = ({ payee, missing }: Preview) => payee !== undefined || missing === 'name';

type ChoiceProps = Pick<FieldsProps, 'form' | 'coins' | 'change'>;

function CoinChoice({ form, coins, change }: ChoiceProps) {
  const text = useText();
  const sheet = useSheet('coin');
  const choices = coins.map(({ code }) => ({ value: code, label: code, lead: <CoinIcon code={code} size={24} /> }));
  const choose = (code: string) => {
    const coin = coins.find((it) => it.code === code);
    if (coin !== undefined) change(chooseCoin(form, coin));
    sheet.close();
  };
  const value = form.currency !== '' && (
    <span className="flex items-center gap-2">
      <CoinIcon code={form.currency} size={20} />
      {form.currency}
    </span>
  );
  return (
    <>
      <SelectButton
        label={text('payee.coin')}
        placeholder={text('payee.choose')}
        {...(value && { value })}
        open={sheet.isOpen}
        onClick={sheet.open}
      />
      <Sheet
        open={sheet.isOpen}
        onClose={sheet.close}
        title={text('payee.coin.choose')}
        closeLabel={text('system.close')}
      >
        <Choices label={text('payee.coin.choose')} choices={choices} value={form.currency} onChoose={choose} />
      </Sheet>
    </>
  );
}

function ChainChoice({ form, coins, change }: ChoiceProps) {
  const text = useText();
  const sheet = useSheet('chain');
  const chains = coins.find(({ code }) => code === form.currency)?.chains ?? [];
  const choices = chains.map((chain) => ({
    value: chain as string,
    label: chain,
    trail: <span className="row__s">{NETWORKS[chain]}</span>,
  }));
  const value = form.chain !== '' && (
    <>
      {form.chain} {isChain(form.chain) && <span className="text-label text-ink-3">{NETWORKS[form.chain]}</span>}
    </>
  );
  return (
    <>
      <SelectButton
        label={text('payee.chain')}
        placeholder={text('payee.choose')}
        {...(value && { value })}
        open={sheet.isOpen}
        onClick={sheet.open}
        disabled={chains.length === 0}
      />
      <Sheet
        open={sheet.isOpen}
        onClose={sheet.close}
        title={text('payee.chain.choose')}
        closeLabel={text('system.close')}
      >
        <Choices
          label={text('payee.chain.choose')}
          choices={choices}
          value={form.chain}
          onChoose={(chain) => {
            change({ ...form, chain });
            sheet.close();
          }}
        />
      </Sheet>
    </>
  );
}

type AddressFieldProps = {
  form: AddressForm;
  change: (form: AddressForm) => void;
  problem: string | undefined;
  /** The text may only be unfinished, so the problem is shown after the field was left. */
  isMalformed: boolean;
  isValid: boolean;
};

function AddressField({ form, change, problem, isMalformed, isValid }: AddressFieldProps) {
  const text = useText();
  const [hasLeft, setLeft] = useState(false);
  const fill = (address: string) => {
    change({ ...form, address });
    setLeft(true);
  };
  const paste = () =>
    readClipboard().then(
      (pasted) => fill(pasted.trim()),
      () => showToast(text('payee.paste.failed'), 'error'),
    );
  return (
    <Field
      label={text('payee.address')}
      aside={
        <button type="button" className="hit px-px text-brand" onClick={() => void paste()}>
          {text('payee.paste')}
        </button>
      }
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      value={form.address}
      onChange={(event) => {
        change({ ...form, address: event.target.value });
        setLeft(false);
      }}
      onBlur={() => setLeft(form.address !== '')}
      error={isMalformed && !hasLeft ? undefined : problem}
      hint={isValid && isChain(form.chain) ? <ValidAddress network={NETWORKS[form.chain]} /> : undefined}
      end={
        form.address !== '' && (
          <IconButton label={text('system.clear')} onClick={() => change({ ...form, address: '' })}>
            <Icon name="close" size={20} />
          </IconButton>
        )
      }
    />
  );
}

const ValidAddress = ({ network }: { network: string }) => (
  <span className="flex items-center gap-1 text-ok">
    <Icon name="check" size={16} />
    {useText()('payee.address.valid', { network })}
  </span>
);

/** Reads the clipboard, which a page without permission or secure origin cannot. */
const readClipboard = async (): Promise<string> => await navigator.clipboard.readText();

/** Compares an address with the saved one that it could be mistaken for, character by character. */
export function AlikeWarning({ alike, typed }: { alike: Alike; typed: string }) {
  const text = useText();
  return (
    <section className="card bg-danger-8" role="alert">
      <h2 className="flex items-center gap-2 text-title text-danger">
        <Icon name="warn" size={20} />
        <span className="min-w-0 break-words">{text('payee.alike.title', { name: alike.name })}</span>
      </h2>
      <p className="mt-3 text-micro text-ink-3">{text('payee.alike.saved', { name: alike.name })}</p>
      <ComparedAddress address={alike.address} other={typed} isMarked={false} />
      <p className="mt-3 text-micro text-ink-3">{text('payee.alike.typed')}</p>
      <ComparedAddress address={typed} other={alike.address} isMarked />
      <p className="mt-3 text-label text-pretty text-ink-2">{text('payee.alike.text')}</p>
    </section>
  );
}

/** Characters at each end that are shown as equal: a prefix such as `0x` is not counted among the compared ones. */
const endsShown = (address: string) => (/^(?:0x|bc1)/i.test(address) ? COMPARED + 2 : COMPARED);

function ComparedAddress({ address, other, isMarked }: { address: string; other: string; isMarked: boolean }) {
  return (
    <p className="addr ident">
      {[...compareAddresses(address, other, endsShown(address)).entries()].map(([at, group]) => (
        <span key={at} className="addr__group">
          {[...group.entries()].map(([within, { text, look }]) =>
            look === 'end' ? (
              <b key={within}>{text}</b>
            ) : look === 'other' && isMarked ? (
              <mark key={within} className="bg-danger-14 text-ink underline decoration-danger underline-offset-4">
                {text}
              </mark>
            ) : (
              <span key={within}>{text}</span>
            ),
          )}
          <wbr />
        </span>
      ))}
    </p>
  );
}

type ReviewProps = { payee: CheckedPayee; isRename: boolean; waitHours: number; error: Error | null; back: string };

/** The whole address in groups of four, before the trade password. */
export function Review({ payee, isRename, waitHours, error, back }: ReviewProps) {
  const text = useText();
  const facts = [
    [text('payee.coin'), payee.currency],
    [text('payee.chain'), `${payee.chain} · ${NETWORKS[payee.chain]}`],
    [text('payee.name'), payee.name],
  ] as const;
  return (
    <div className="flex flex-col gap-4 px-gutter pt-1 pb-4">
      <p className="text-pretty text-ink-2">{text('payee.review.text')}</p>
      <section className="card">
        <AddressText address={payee.address} />
      </section>
      <Facts facts={facts} />
      {!isRename && <Note icon="clock">{text('payee.wait', { hours: waitHours })}</Note>}
      <SaveProblem error={error} back={back} />
    </div>
  );
}
