import { type Type } from '@nestjs/common';

/** Names a generated class after what it was generated for, as logs and traces show it: `posts`, `Policy` → `PostsPolicy`. */
export function named<C extends Type<object>>(type: C, subject: string, suffix: string): C {
  const name = subject.replace(/(?:^|[-_ ])(\w)/g, (_, letter: string) => letter.toUpperCase()) + suffix;
  Object.defineProperty(type, 'name', { value: name, configurable: true });
  return type;
}
