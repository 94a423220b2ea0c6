export { createSession, isVisitor, type Session, scopeOf } from './session.ts';
