import { payloadText, type StaffRole } from '@app/domain/staff';
import * as routes from '@app/protocol/staff';
import { type FormEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../data/call.ts';
import { useSay } from '../../data/texts.ts';
import { failureText } from '../../parts/reason-dialog.tsx';
import { RoleChecks } from './role-checks.tsx';

/** Proposes a further account. A second person signs it; then it is invited. */
export function NewAccountForm() {
  const say = useSay();
  const id = useId();
  const go = useNavigate();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [roles, setRoles] = useState<readonly StaffRole[]>([]);
  const [reason, setReason] = useState('');
  const [error, setError] = useState('');
  const propose = async () => {
    setError('');
    try {
      const payload = payloadText({ email: email.trim().toLowerCase(), name: name.trim(), roles });
      const change = await call(routes.proposeChange, { kind: 'staff.create', payload, reason });
      await go(`/changes?id=${change.id}`);
    } catch (failure) {
      setError(failureText(failure, say('failed.no_answer')));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void propose();
  };
  const field = (part: string, label: string, type: string, value: string, onChange: (value: string) => void) => (
    <label className="d-label" htmlFor={`${id}-${part}`}>
      {label}
      <input
        id={`${id}-${part}`}
        className="d-input"
        type={type}
        required
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
  return (
    <form className="d-px grid gap-4 pb-4" onSubmit={submit}>
      <div className="d-title px-0">
        <h2>{say('people.new')}</h2>
      </div>
      {field('name', say('people.name'), 'text', name, setName)}
      {field('email', say('people.email'), 'email', email, setEmail)}
      <RoleChecks roles={roles} onChange={setRoles} />
      {field('reason', say('reason.label'), 'text', reason, setReason)}
      {error !== '' && (
        <p role="alert" className="text-danger">
          {error}
        </p>
      )}
      <button type="submit" className="d-btn d-btn--tall d-btn--primary" disabled={roles.length === 0}>
        {say('propose.act')}
      </button>
    </form>
  );
}
