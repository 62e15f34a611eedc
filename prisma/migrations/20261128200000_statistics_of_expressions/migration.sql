-- PostgreSQL does not use the statistics of a partial index for its estimates. Without others it expected a hundredth of
-- all items for one barcode, and walked through the products instead of looking it up.
CREATE STATISTICS product_item_code_values ON (upper(barcode COLLATE "C")) FROM product_item;
CREATE STATISTICS product_item_key_values ON (barcode_key(barcode)) FROM product_item;
CREATE STATISTICS product_words_values ON (string_to_array(search, ' ')) FROM product;
CREATE STATISTICS branch_no_values ON (lower(no)) FROM branch;
CREATE STATISTICS payment_method_code_values ON (lower(code)) FROM payment_method;
CREATE STATISTICS delivery_method_code_values ON (lower(code)) FROM delivery_method;
CREATE STATISTICS offer_code_values ON (coupon_code_key(code)) FROM offer;
CREATE STATISTICS order_payment_ref_number_values ON (lower(ref_number)) FROM order_payment;
CREATE STATISTICS receipt_day_values ON (coalesce(invoice_date, on_date)) FROM receipt;

ANALYZE product_item, product, branch, payment_method, delivery_method, offer, order_payment, receipt;
