-- Names are searched by the beginnings of their words. Each word carries its merchant, because a GIN
-- index over text has no other way to keep merchants apart without an extension.
CREATE INDEX "customers_words" ON "customers" USING gin (array_to_tsvector(string_to_array("merchant_id"::text || '.' || regexp_replace(btrim(lower("name")), '\s+', ' ' || "merchant_id"::text || '.', 'g'), ' ')));
