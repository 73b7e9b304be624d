import { Injectable, Module } from '@nestjs/common';
import { BeforeWrite, RestError } from '@nestpress/server';

class HouseRules {
  /** Also for posts that are scheduled, imported, or written in a batch. */
  requireExcerpt(change) {
    if (change.becomesPublished && change.next.excerpt === '')
      throw new RestError('excerpt_missing', 'A published post needs an excerpt.', 400);
  }

  tidyTitle(change) {
    if (change.action === 'create' || change.action === 'update') change.set({ title: change.next.title.trim() });
  }
}
const decorate = (method, ...decorators) => {
  for (const decorator of decorators)
    decorator(HouseRules.prototype, method, Object.getOwnPropertyDescriptor(HouseRules.prototype, method));
};
decorate('requireExcerpt', BeforeWrite('entry', { types: ['post'] }));
decorate('tidyTitle', BeforeWrite('entry', { types: ['post', 'page'], order: -1 }));
Injectable()(HouseRules);

export class HouseRulesModule {}
Module({ providers: [HouseRules] })(HouseRulesModule);
