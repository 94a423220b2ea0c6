import { describe, expect, it } from 'vitest';
import { accountOpener, EMPTY_FORM } from './register-form.ts';

const of = (user_string: string, password = 'first') => ({
  account: { user_string, type: 'email' as const },
  dial: '86',
  country: 'DE',
  form: { ...EMPTY_FORM, password },
});

/** Records the calls; those named in `fails` are not answered. */
function testbed() {
  const steps: string[] = [];
  const fails = new Set<string>();
  const choose = (what: string, name: string) => {
    steps.push(`${what} ${name}`);
    return fails.has(what) ? Promise.reject(new Error(`${what} was not answered`)) : Promise.resolve();
  };
  const open = accountOpener({
    register: ({ account }) => choose('register', account.user_string),
    logIn: ({ account, password }) => choose('login', `${account.user_string} ${password}`),
  });
  return { steps, fails, open };
}

describe('opening an account', () => {
  it('given the login after it got no answer, when pressed again, then only the login is repeated', async () => {
    const { steps, fails, open } = testbed();
    fails.add('login');
    await expect(open(of('a@b.example'))).rejects.toThrow('login was not answered');
    fails.clear();
    await open(of('A@b.example', 'second'));
    expect(steps).toEqual(['register a@b.example', 'login a@b.example first', 'login A@b.example second']);
  });

  it('given the account was not opened, when pressed again, then it is requested again', async () => {
    const { steps, fails, open } = testbed();
    fails.add('register');
    await expect(open(of('a@b.example'))).rejects.toThrow('register was not answered');
    fails.clear();
    await open(of('a@b.example'));
    expect(steps).toEqual(['register a@b.example', 'register a@b.example', 'login a@b.example first']);
  });

  it('given another account, then it is opened as well', async () => {
    const { steps, fails, open } = testbed();
    fails.add('login');
    await expect(open(of('a@b.example'))).rejects.toThrow('login was not answered');
    fails.clear();
    await open(of('c@b.example'));
    expect(steps.slice(2)).toEqual(['register c@b.example', 'login c@b.example first']);
  });
});
