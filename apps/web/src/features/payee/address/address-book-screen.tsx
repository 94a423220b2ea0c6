import { shortAddress } from '@app/base';
import { ADDRESSES_MAX } from '@app/domain/payee';
import {
  Button,
  buttonClass,
  CoinIcon,
  CopyText,
  Empty,
  ErrorPanel,
  Icon,
  IconButton,
  NavBar,
  Note,
  Page,
  Sheet,
  showToast,
  Tag,
} from '@app/ui';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { CardsLoading, NotOpenNote, WaitBar, WaitTag } from '../parts.tsx';
import { type SavedAddress, useAddresses, useRemoveAddress } from '../payees.ts';

const ADD_PATH = '/pages/setting/addWallet';

/** /pages/setting/wallet */
export default function AddressBookScreen() {
  const text = useText();
  const back = { label: text('system.back'), go: useBack('/pages/setting/setting') };
  const { data, error, refetch } = useAddresses();
  const retry = { label: text('system.retry'), go: () => void refetch() };
  const count = data?.list.length ?? 0;
  const end = data !== undefined && (
    <span className="pr-3 text-label text-ink-3">{text('payee.count', { count, maximum: ADDRESSES_MAX })}</span>
  );
  return (
    <Page
      bar={<NavBar title={text('wallet.addresses.title')} back={back} end={end} />}
      {...(data !== undefined && { foot: <AddAddress isFull={count >= ADDRESSES_MAX} /> })}
    >
      <div className="px-gutter pt-1 pb-4">
        {data === undefined && error === null && <CardsLoading count={2} />}
        {data === undefined && error !== null && (
          <ErrorPanel title={text('system.load.failed')} text={describeFailure(error, text)} retry={retry} />
        )}
        {data !== undefined && <AddressList list={data.list} />}
        <div className="mt-1 flex flex-col gap-3">
          {data !== undefined && <Note icon="clock">{text('payee.wait', { hours: data.wait_hours })}</Note>}
          <NotOpenNote />
        </div>
      </div>
    </Page>
  );
}

/** Leads to the form; in a full book the button says why it cannot. */
function AddAddress({ isFull }: { isFull: boolean }) {
  const text = useText();
  if (!isFull)
    return (
      <Link className={buttonClass({ tone: 'primary', size: 'large', wide: true })} to={ADD_PATH}>
        {text('payee.add')}
      </Link>
    );
  return (
    <>
      <p className="mb-3 text-center text-label text-ink-2">{text('payee.full', { maximum: ADDRESSES_MAX })}</p>
      <Button tone="primary" size="large" wide blocked disabled>
        {text('payee.add')}
      </Button>
    </>
  );
}

function AddressList({ list }: { list: readonly SavedAddress[] }) {
  const text = useText();
  const sheet = useSheet('delete-address');
  const [selected, setSelected] = useState<SavedAddress>();
  const removing = useRemoveAddress();
  const select = (address: SavedAddress) => {
    removing.reset();
    setSelected(address);
    sheet.open();
  };
  const remove = () =>
    selected !== undefined &&
    removing.mutate(selected.id, {
      onSuccess: () => {
        sheet.close();
        showToast(text('payee.deleted'), 'ok');
      },
    });
  if (list.length === 0) return <Empty title={text('payee.empty')} text={text('payee.empty.text')} />;
  return (
    <>
      <ul className="flex flex-col gap-3 pb-3">
        {list.map((address) => (
          <AddressCard key={String(address.id)} address={address} onDelete={() => select(address)} />
        ))}
      </ul>
      <Sheet
        open={sheet.isOpen && selected !== undefined}
        onClose={sheet.close}
        title={text('payee.delete.ask')}
        closeLabel={text('system.close')}
      >
        <p className="break-words text-ink-2">
          {selected !== undefined &&
            text('payee.delete.text', { name: selected.name, address: shortAddress(selected.address) })}
        </p>
        {removing.error !== null && (
          <p className="hint hint--error" role="alert">
            {describeFailure(removing.error, text)}
          </p>
        )}
        <div className="pair mt-5">
          <Button disabled={removing.isPending} onClick={sheet.close}>
            {text('payee.delete.keep')}
          </Button>
          <Button tone="danger" busy={removing.isPending} onClick={remove}>
            {text('payee.delete.act')}
          </Button>
        </div>
      </Sheet>
    </>
  );
}

function AddressCard({ address, onDelete }: { address: SavedAddress; onDelete: () => void }) {
  const text = useText();
  const navigate = useNavigate();
  const { id, name, currency, chain, created_at, usable_at } = address;
  const wait = { fromMs: created_at, untilMs: usable_at };
  return (
    <li className="card">
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <span className="flex min-w-0 items-center gap-2">
          <CoinIcon code={currency} size={24} />
          <b className="min-w-0 truncate text-title">{name}</b>
          <Tag>{chain}</Tag>
        </span>
        <WaitTag wait={wait} />
      </div>
      <div className="mt-1 flex items-center justify-between gap-2">
        <span className="min-w-0 text-body">
          <CopyText
            text={address.address}
            label={text('payee.copy', { name })}
            copiedLabel={text('payee.copied')}
            onFailure={() => showToast(text('refusal.copy_failed'), 'error')}
          />
        </span>
        <span className="-mr-3 flex text-ink-3">
          <IconButton label={text('payee.edit', { name })} onClick={() => void navigate(`${ADD_PATH}?id=${id}`)}>
            <Icon name="edit" size={20} />
          </IconButton>
          <IconButton label={text('payee.delete', { name })} onClick={onDelete}>
            <Icon name="trash" size={20} />
          </IconButton>
        </span>
      </div>
      <WaitBar wait={wait} />
    </li>
  );
}
