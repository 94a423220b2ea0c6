import { payloadText } from '@app/domain/staff';
import * as routes from '@app/protocol/staff';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../data/call.ts';
import { type Setting, useMe } from '../data/queries.ts';
import { nameOf } from '../data/settings.ts';
import { useSay } from '../data/texts.ts';
import { ReasonDialog } from './reason-dialog.tsx';

/** Roles that may stop something, and ask to open it. */
const SWITCHERS: readonly string[] = ['operator', 'risk', 'security', 'finance'];

/** Renders the button of a kill switch: stopping is done at once, opening asks a second person. */
export function SwitchAction({ setting }: { setting: Setting }) {
  const say = useSay();
  const me = useMe();
  const go = useNavigate();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const isOn = setting.value === 'true';
  const name = nameOf(setting.key);
  if (!me.roles.some((role) => SWITCHERS.includes(role))) return null;

  const stop = (reason: string) => call(routes.switchOffAtOnce, { key: setting.key, reason });
  const askToOpen = async (reason: string) => {
    const payload = payloadText({ key: setting.key, version: setting.next_version, value: true });
    const { id } = await call(routes.proposeChange, { kind: 'setting.version', payload, reason });
    await go(`/changes?id=${id}`);
  };
  const act = async (reason: string) => {
    await (isOn ? stop(reason) : askToOpen(reason));
    await queries.invalidateQueries();
  };
  if (!isOn && setting.waiting !== null)
    return (
      <button type="button" className="d-btn" onClick={() => void go(`/changes?id=${setting.waiting}`)}>
        {say('switch.review')}
      </button>
    );
  return (
    <>
      <button
        type="button"
        className="d-btn"
        aria-label={say(isOn ? 'switch.stop_name' : 'switch.ask_name', { name })}
        onClick={() => setAsking(true)}
      >
        {say(isOn ? 'switch.stop' : 'switch.ask')}
      </button>
      <ReasonDialog
        open={isAsking}
        title={say(isOn ? 'switch.stop_name' : 'switch.ask_name', { name })}
        act={say(isOn ? 'switch.stop' : 'switch.ask')}
        tone={isOn ? 'danger' : 'primary'}
        onClose={() => setAsking(false)}
        onAct={act}
      >
        <p>{say(isOn ? 'switch.stop_text' : 'switch.ask_text')}</p>
      </ReasonDialog>
    </>
  );
}
