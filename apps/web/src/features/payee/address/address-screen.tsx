import { CallRefused } from '@app/client/call';
import { ADDRESSES_MAX } from '@app/domain/payee';
import { Button, buttonClass, Empty, ErrorPanel, NavBar, Page, ResultView } from '@app/ui';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useDraft } from '../../../data/app/draft.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { CardsLoading, useMoment } from '../parts.tsx';
import { type SavedAddress, useAddresses, useCoins, useSaveAddress } from '../payees.ts';
import {
  type Alike,
  type Coin,
  coinsOf,
  EMPTY_ADDRESS,
  formOf,
  isAddressForm,
  type Preview,
  previewAddress,
} from './address-form.ts';
import { AddressFields, AlikeWarning, Review } from './address-steps.tsx';

const BOOK_PATH = '/pages/setting/wallet';
const HERE = '/pages/setting/addWallet';

/** /pages/setting/addWallet: a new address, or with `?id=` an edit. */
export default function AddressScreen() {
  const text = useText();
  const [search] = useSearchParams();
  const id = search.get('id');
  const title = text(id === null ? 'wallet.address_new.title' : 'payee.edit.title');
  const back = { label: text('system.back'), go: useBack(BOOK_PATH) };
  const addresses = useAddresses();
  const coins = useCoins();
  const bar = <NavBar title={title} back={back} />;
  const error = addresses.error ?? coins.error;
  if (addresses.data === undefined || coins.data === undefined) {
    const retry = () => void Promise.all([addresses.refetch(), coins.refetch()]);
    return (
      <Page bar={bar}>
        <div className="px-gutter pt-1">
          {error === null ? (
            <CardsLoading count={3} />
          ) : (
            <ErrorPanel
              title={text('system.load.failed')}
              text={describeFailure(error, text)}
              retry={{ label: text('system.retry'), go: retry }}
            />
          )}
        </div>
      </Page>
    );
  }
  const { list: saved, wait_hours: waitHours } = addresses.data;
  const edited = saved.find((address) => String(address.id) === id);
  return (
    <AddressFlow
      key={id ?? 'new'}
      title={title}
      saved={saved}
      coins={coinsOf(coins.data)}
      edited={edited}
      waitHours={waitHours}
      isGone={id !== null && edited === undefined}
    />
  );
}

type FlowProps = {
  title: string;
  saved: readonly SavedAddress[];
  coins: readonly Coin[];
  edited: SavedAddress | undefined;
  /** Hours that a new address waits. */
  waitHours: number;
  /** The address to edit was deleted or never existed. */
  isGone: boolean;
};

/** Form, warning, review and result, one in place of the other. */
function AddressFlow({ title, isGone, waitHours, ...rest }: FlowProps) {
  const text = useText();
  const leave = useBack(BOOK_PATH);
  const flow = useAddressFlow(rest);
  const { step, setStep, form, preview, sending } = flow;
  const back = { label: text('system.back'), go: step === 'form' ? leave : () => setStep('form') };
  const bar = <NavBar title={step === 'review' ? text('payee.review.title') : title} back={back} />;
  if (flow.result !== undefined) return <Result title={title} result={flow.result} />;
  if (isGone) return <NoForm bar={bar} title={text('payee.gone')} />;
  if (rest.edited === undefined && rest.saved.length >= ADDRESSES_MAX)
    return <NoForm bar={bar} title={text('payee.full', { maximum: ADDRESSES_MAX })} />;
  if (step === 'review' && preview.payee !== undefined)
    return (
      <Page
        bar={bar}
        foot={
          <Button tone="primary" size="large" wide busy={sending.isPending} onClick={flow.save}>
            {text(preview.isRename ? 'payee.review.rename' : 'payee.review.save')}
          </Button>
        }
      >
        <Review
          payee={preview.payee}
          isRename={preview.isRename === true}
          waitHours={waitHours}
          error={sending.error}
          back={flow.address}
        />
      </Page>
    );
  const { alike } = flow;
  return (
    <Page
      bar={bar}
      foot={
        alike === undefined ? (
          <Button
            tone="primary"
            size="large"
            wide
            blocked={preview.missing !== undefined}
            aria-disabled={preview.missing !== undefined}
            onClick={() => preview.missing === undefined && setStep('review')}
          >
            {text(preview.missing === undefined ? 'payee.continue' : `payee.missing.${preview.missing}`)}
          </Button>
        ) : (
          <div className="pair">
            <Button onClick={() => flow.change({ ...form, address: '' })}>{text('payee.alike.clear')}</Button>
            <Button tone="danger" onClick={() => flow.confirmAlike(alike)}>
              {text('payee.alike.mine')}
            </Button>
          </div>
        )
      }
    >
      <div className="flex flex-col gap-4 px-gutter pt-1 pb-4">
        <AddressFields
          form={form}
          coins={rest.coins}
          change={flow.change}
          preview={preview}
          isAlike={alike !== undefined}
        />
        {alike !== undefined && <AlikeWarning alike={alike} typed={preview.payee?.address ?? form.address} />}
      </div>
    </Page>
  );
}

type Result = { readonly isRename: boolean; readonly usableAtMs: number };

/** State of the form and of what was decided about it. A warning is confirmed for one address and one resemblance. */
function useAddressFlow({ saved, edited }: Pick<FlowProps, 'saved' | 'edited'>) {
  const name = edited === undefined ? 'payee:address' : `payee:address:${edited.id}`;
  const [form, setForm, clear] = useDraft(name, edited === undefined ? EMPTY_ADDRESS : formOf(edited), isAddressForm);
  const [step, setStep] = useState<'form' | 'review'>('form');
  const [confirmed, setConfirmed] = useState<string>();
  const [result, setResult] = useState<Result>();
  const sending = useSaveAddress();
  const preview = previewAddress(form, { saved, edited });
  const address = preview.payee?.address ?? '';
  const alike = preview.alike ?? alikeOf(sending.error);
  const change = (next: typeof form) => {
    sending.reset();
    setForm(next);
  };
  const save = () => {
    if (preview.payee === undefined) return;
    const { payee } = preview;
    sending.mutate(
      { ...payee, ...(edited && { id: edited.id }), ...(confirmed === payee.address && { confirm_alike: true }) },
      {
        onSuccess: ({ usable_at }) => {
          clear();
          setResult({ isRename: preview.isRename === true, usableAtMs: usable_at });
        },
        onError: (error) => alikeOf(error) !== undefined && setStep('form'),
      },
    );
  };
  return {
    form,
    change,
    step,
    setStep,
    preview: withoutAlike(preview),
    alike: confirmed === address ? undefined : alike,
    confirmAlike: (_alike: Alike) => {
      sending.reset();
      setConfirmed(address);
      if (preview.missing === undefined) setStep('review');
    },
    save,
    sending,
    result,
    address: edited === undefined ? HERE : `${HERE}?id=${edited.id}`,
  };
}

const withoutAlike = ({ alike: _alike, ...preview }: Preview): Preview => preview;

/** Returns the address that the server warns about: it also knows those that were deleted. */
function alikeOf(error: Error | null): Alike | undefined {
  if (!(error instanceof CallRefused) || error.code !== 'address_looks_alike') return undefined;
  const { name = '', address = '' } = error.params;
  return { name, address };
}

/** In place of the form: the address to edit is gone, or the book is full. */
function NoForm({ bar, title }: { bar: ReactNode; title: string }) {
  const text = useText();
  const action = (
    <Link className={buttonClass({ tone: 'primary' })} to={BOOK_PATH} replace>
      {text('payee.to_book')}
    </Link>
  );
  return (
    <Page bar={bar}>
      <Empty title={title} action={action} />
    </Page>
  );
}

function Result({ title, result: { isRename, usableAtMs } }: { title: string; result: Result }) {
  const text = useText();
  const moment = useMoment();
  const navigate = useNavigate();
  const leave = () => void navigate(BOOK_PATH, { replace: true });
  return (
    <Page bar={<NavBar title={title} back={{ label: text('system.back'), go: leave }} />}>
      <div className="px-gutter pt-6">
        <ResultView
          kind="ok"
          title={text(isRename ? 'payee.renamed' : 'payee.saved')}
          {...(!isRename && { text: text('payee.saved.text', { time: moment(usableAtMs) }) })}
          actions={
            <Button tone="primary" onClick={leave}>
              {text('payee.done')}
            </Button>
          }
        />
      </div>
    </Page>
  );
}
