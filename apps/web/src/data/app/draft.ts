import { type Backend, usable } from '@app/client/storage';
import { type Dispatch, type SetStateAction, useState } from 'react';
import { useSessionScope } from '../session/session.ts';

const VISITOR = 'visitor';

/** Stores drafts until the tab closes. Never store a password or a code here. */
export function openDrafts(backend: Backend) {
  const nameOf = (scope: string, name: string) => `draft:${scope}:${name}`;
  return {
    /** Returns the user's draft, or what this tab's visitor typed before logging in. */
    read(scope: string, name: string): unknown {
      for (const owner of [scope, VISITOR]) {
        const kept = backend.getItem(nameOf(owner, name));
        if (kept !== null) return JSON.parse(kept) as unknown;
      }
      return undefined;
    },
    write(scope: string, name: string, value: unknown): void {
      try {
        backend.setItem(nameOf(scope, name), JSON.stringify(value));
      } catch {
        return; // Storage full: the form still has it.
      }
      if (scope !== VISITOR) backend.removeItem(nameOf(VISITOR, name));
    },
    clear(scope: string, name: string): void {
      for (const owner of [scope, VISITOR]) backend.removeItem(nameOf(owner, name));
    },
  };
}

const drafts = openDrafts(usable(() => globalThis.sessionStorage));

/** Returns form state that survives a log-in or a reload; call `clear` once it was sent. */
export function useDraft<Form>(
  name: string,
  initial: Form,
  isForm: (kept: unknown) => kept is Form,
): [Form, Dispatch<SetStateAction<Form>>, () => void] {
  const scope = useSessionScope();
  const [form, setForm] = useState<Form>(() => {
    const kept = drafts.read(scope, name);
    return isForm(kept) ? kept : initial;
  });
  const set: Dispatch<SetStateAction<Form>> = (next) =>
    setForm((before) => {
      const after = typeof next === 'function' ? (next as (before: Form) => Form)(before) : next; // A form is never a function.
      drafts.write(scope, name, after);
      return after;
    });
  return [form, set, () => drafts.clear(scope, name)];
}
