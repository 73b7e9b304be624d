import { Inject, Injectable, Module } from '@nestjs/common';
import { ContentService, OnContent } from '@nestpress/server';

/** A page that lists all posts. It is written again when a post is published, renamed or no longer public. */
class ContentsPage {
  constructor(content) {
    this.content = content.asSystem();
  }

  async write() {
    const lines = [];
    for await (const { title, link } of this.content.of('post').iterate({ orderby: 'title', order: 'asc' }))
      lines.push(`<li><a href="${link}">${title.rendered}</a></li>`);
    const pages = this.content.of('page');
    const { items } = await pages.find({ slug: 'contents' });
    const content = `<ul>${lines.join('')}</ul>`;
    if (items[0]) await pages.update(items[0].id, { content });
    else await pages.create({ title: 'Contents', slug: 'contents', status: 'publish', content });
  }
}
Inject(ContentService)(ContentsPage, undefined, 0);
OnContent(['entry.published', 'entry.updated', 'entry.unpublished', 'entry.deleted'], {
  types: ['post'],
  durable: true,
})(ContentsPage.prototype, 'write', Object.getOwnPropertyDescriptor(ContentsPage.prototype, 'write'));
Injectable()(ContentsPage);

export class ContentsPageModule {}
Module({ providers: [ContentsPage] })(ContentsPageModule);
