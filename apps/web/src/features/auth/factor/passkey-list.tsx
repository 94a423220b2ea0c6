import { Empty, Icon, IconButton, Note, showToast, Tag } from '@app/ui';
import { useState } from 'react';
import { useLocale, useText } from '../../../data/app/texts.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { ConfirmSheet } from '../form/confirm-sheet.tsx';
import { timeAgo } from '../security/time-ago.ts';
import { hasPasskeys } from './passkey-login.ts';
import { type Passkey, useRemovePasskey } from './passkeys.ts';

/**
 * The user's passkeys; if there are none, what they are for, and if the browser does not support them, a note on that.
 */
export function PasskeyList({ list }: { list: readonly Passkey[] }) {
  const text = useText();
  const sheet = useSheet('remove-passkey');
  const [selected, setSelected] = useState<Passkey>();
  const removing = useRemovePasskey();
  const select = (passkey: Passkey) => {
    removing.reset();
    setSelected(passkey);
    sheet.open();
  };
  const remove = () =>
    selected !== undefined &&
    removing.mutate(selected.id, {
      onSuccess: () => {
        sheet.close();
        showToast(text('security.passkeys.removed'), 'ok');
      },
    });
  return (
    <>
      {list.length === 0 && hasPasskeys() && (
        <Empty title={text('security.passkeys.empty')} text={text('security.passkeys.empty.text')} />
      )}
      <ul>
        {list.map((passkey) => (
          <PasskeyRow key={String(passkey.id)} passkey={passkey} onRemove={() => select(passkey)} />
        ))}
      </ul>
      {!hasPasskeys() && <NoneHere />}
      <ConfirmSheet
        sheet={sheet}
        title={text('security.passkeys.remove.ask')}
        about={text('security.passkeys.remove.text', { name: selected?.name ?? '' })}
        keep={text('security.passkeys.keep')}
        act={text('security.passkeys.remove')}
        pending={removing}
        go={remove}
      />
    </>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const text = useText();
  const locale = useLocale();
  const { name, is_synced, last_used_at } = passkey;
  const used = last_used_at === null ? undefined : timeAgo(last_used_at, serverNow(), locale);
  return (
    <li className="row py-2">
      <span className="text-ink-3">
        <Icon name="passkey" />
      </span>
      <div className="row__main">
        <div className="row__t flex-wrap">
          <span className="min-w-0 break-words">{name}</span>
          {is_synced && <Tag>{text('security.passkeys.synced')}</Tag>}
        </div>
        <div className="row__s">
          {used === undefined ? text('security.passkeys.never') : text('security.passkeys.used', { time: used })}
        </div>
      </div>
      <IconButton label={text('security.passkeys.remove.name', { name })} onClick={onRemove}>
        <Icon name="trash" size={20} />
      </IconButton>
    </li>
  );
}

function NoneHere() {
  const text = useText();
  return (
    <div className="px-gutter py-4">
      <Note icon="info">
        <b>{text('security.passkeys.none_here')}</b> {text('security.passkeys.none_here.text')}
      </Note>
    </div>
  );
}
